// SPDX-License-Identifier: Apache-2.0
// A CARMEN log of a robot that drives two laps around the block in a hall, with odometry that drifts.
const WALLS = [
  [0, 0, 14, 0], [14, 0, 14, 10], [14, 10, 0, 10], [0, 10, 0, 0], [4, 4, 10, 4], [10, 4, 10, 6], [10, 6, 4, 6], [4, 6, 4, 4],
  [0, 2, 1, 2], [12, 0, 12, 1], [14, 7, 13, 7], [3, 10, 3, 9], [7, 10, 8, 9], [0, 6, 1, 7], [7, 0, 7.5, 1],
];
const CORNERS = [[2, 2], [12, 2], [12, 8], [2, 8]];
const STEP = 0.2; // m
const DRIFT = 0.002; // rad a step
const LAPS = 2;
const LAP = [0.35, -0.25]; // m, by which a lap lies beside the one before

function range(x, y, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  let nearest = 79;
  for (const [ax, ay, bx, by] of WALLS) {
    const [wx, wy, dx, dy] = [bx - ax, by - ay, ax - x, ay - y];
    const cross = c * wy - s * wx;
    if (Math.abs(cross) < 1e-12) continue;
    const [t, u] = [(dx * wy - dy * wx) / cross, (dx * s - dy * c) / cross];
    if (t > 0 && u >= 0 && u <= 1) nearest = Math.min(nearest, t);
  }
  return nearest;
}

function way() {
  const poses = [];
  for (let side = 0; side < 4 * LAPS; ++side) {
    const lap = Math.floor(side / 4);
    const [[ax, ay], [bx, by]] = [CORNERS[side % 4], CORNERS[(side + 1) % 4]].map(([x, y]) => [x + LAP[0] * lap, y + LAP[1] * lap]);
    const heading = Math.atan2(by - ay, bx - ax);
    const steps = Math.round(Math.hypot(bx - ax, by - ay) / STEP);
    for (let k = 0; k < steps; ++k) poses.push([ax + ((bx - ax) * k) / steps, ay + ((by - ay) * k) / steps, heading]);
    for (let k = 1; k < 8; ++k) poses.push([bx, by, heading + (k * Math.PI) / 16]);
  }
  return poses;
}

// Noise that is the same every time.
function noise() {
  let state = 12345;
  return () => {
    state = (1103515245 * state + 12345) % 2147483648;
    return state / 2147483648 - 0.5;
  };
}

export function hallLog() {
  const random = noise();
  const lines = ["# message_name [message contents] ipc_timestamp ipc_hostname logger_timestamp"];
  let [odometry, last] = [[0, 0, 0], null];
  way().forEach(([x, y, theta], k) => {
    if (last) {
      const [c, s] = [Math.cos(last[2]), Math.sin(last[2])];
      const [dx, dy] = [c * (x - last[0]) + s * (y - last[1]), -s * (x - last[0]) + c * (y - last[1])];
      const [oc, os] = [Math.cos(odometry[2]), Math.sin(odometry[2])];
      odometry = [odometry[0] + oc * dx - os * dy, odometry[1] + os * dx + oc * dy, odometry[2] + theta - last[2] + (Math.hypot(dx, dy) > 0 ? DRIFT : 0)];
    }
    last = [x, y, theta];
    const ranges = Array.from({ length: 181 }, (_, beam) => (range(x, y, theta + ((beam - 90) * Math.PI) / 180) + 0.01 * random()).toFixed(3));
    const pose = odometry.map((part) => part.toFixed(6)).join(" ");
    const stamp = (1134864600 + 0.4 * k).toFixed(6);
    lines.push(`FLASER 181 ${ranges.join(" ")} ${pose} ${pose} ${stamp} robot ${(0.4 * k).toFixed(6)}`);
  });
  return `${lines.join("\n")}\n`;
}
