// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_command.h"

#include <fmt/core.h>

#include "apps/challenge_drive.h"
#include "apps/commands.h"
#include "apps/support.h"

namespace rubble::apps {

int challenge(const ChallengeOptions& options) {
  Progress progress("driving");
  const auto drive =
      drive_challenge(options.seed, fmt::format("{}/seed{}", options.output, options.seed),
                      [&](double done) { progress.show(done); });
  if (!drive) return fail(drive.error(), kRunFailed);
  fmt::print(
      "seed {}: {:.1f} s, {:.1f} m, {:.1f} CPU-s, tilt {:.1f} deg, hung {}, missed {}, hash "
      "{:016x}\n{}\n",
      options.seed, seconds_at(drive->ticks), drive->distance, drive->cpu_seconds,
      degrees(drive->steepest), drive->troubles, drive->stops_missed, drive->state_hash,
      repeat_command(*drive, options.seed));
  return kDone;
}

}  // namespace rubble::apps
