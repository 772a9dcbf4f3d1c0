#!/usr/bin/env python3
"""Keeps names and words that were replaced from coming back.

Each row is a regular expression and the term to use instead. A hit in src, apps, viewer/src, docs or README.md fails with file and line.
Add a row when a term replaces another.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACES = ("src", "apps", "viewer/src", "docs", "README.md")
SUFFIXES = (".h", ".cpp", ".ts", ".md", ".txt")

LIMITS = [
    (r"\bkMost[A-Z]\w*", "kMax..."),
    (r"\bkLeast[A-Z]\w*", "kMin..."),
    (r"\bkLongest\w*", "kMax..."),
    (r"\bkShortest\w*", "kMin..."),
    (r"\bkLargest\w*", "kMax..."),
    (r"\bkSmallest\w*", "kMin..."),
]

BANNED = [
    # rays, physics, sensors, sim, messages, world
    (r"\bfind_blocked\b|\bis_something\b|\brays::View\b", "find_occluded, is_hit, RayFilter"),
    (r"\bis_going\b|\bCensus\b", "is_kinematic, EngineCounts"),
    (r"\bsensors::(Birth|Surroundings|Housing)\b", "SensorBuildContext, SampleContext, SelfOcclusionMask"),
    (r"\bsensors/(finders|traces|robot_facts|kinds|other_kinds)\.(h|cpp)", "a file pair a sensor, sensor_factory, sensor_registry"),
    (r"\bModelShelf\b|\bOnlooker\b|\bPlaceFinder\b|\bRunKeeper\b", "ModelLibrary, OffscreenRenderer, FreePoseFinder, RunRecorder"),
    (r"\b(Create|Move|Spin)Thing\b|\bRemoveThings\b|\bThing(Made|Left|Physics)\b", "CreateObject, ..., ObjectCreated, ObjectRemoved"),
    (r"\bJointOrder\b", "JointControlMode"),
    (r"\bworld/hazards\.h|\bload_hazards\b", "world/scenario_elements.h"),
    (r"\bgiven_or_installed\b", "resolve_data_path"),
    # smoke
    (r"\bsmoke::Air\b", "smoke::SmokeField"),
    (r"\bVeil(Maker|s)?\b", "SmokeAttenuation"),
    (r"\bIngredients\b", "SmokeSources"),
    (r"\bRayBundle\b|\bsmoke/bundle\.h", "RayConeBound"),
    (r"\bfresh_density\b", "initial_density"),
    # rendering
    (r"\bPaintShop\b", "MaterialCache"),
    (r"\bPaintTable\b", "MaterialTable"),
    (r"\bTileKind\b|\ball_tiles\b", "ProceduralTexture"),
    (r"\bRepeating(Noise|Fractal)\b", "TileableNoise, TileableFractalNoise"),
    # generators
    (r"\bFinish\b", "MaterialPreset"),
    (r"\bTraveller\b", "RobotDisc"),
    (r"\bsdf_hazards\b", "sdf_scenario_elements"),
    # pilots
    (r"\bMood\b|\bmood_\b", "Behavior"),
    (r"\bFelt\b|\bfelt_\b", "DetectedObstacle"),
    (r"\blook_for_itself\b", "relocalize"),
    (r"\bDoorGuess\b", "DoorCandidate"),
    (r"\bpilots::Stick\b", "JoystickCommand"),
    (r"\bLevelScan\b", "PlanarScan"),
    (r"\broomiest_place\b", "max_clearance_point"),
    # page
    (r"\bCatalogMark\b|\bPoseTeller\b|\bThingList\b", "RegistryCursor, PoseFrameEncoder, EntityList"),
    (r"\bDriveWish\b|\bMadeList\b", "DriveCommand, CreatedObjects"),
    # radio, wireless, radio-exec
    (r"\bLinkKeeper\b", "LinkTracker"),
    (r"\b[Ss]witchboard\b", "ExecBroker, exec broker"),
    (r"\bStationBook\b|\bExecBoard\b|\bRelayHouse\b", "StationRegistry, ExecContext, RelayContext"),
    (r"\bRUBBLE_STANDS_IN\b|\bRUBBLE_REAL\b", "RUBBLE_INTERPOSED, RUBBLE_LIBC"),
    (r"\bkUsefulShare\b", "kMacEfficiency"),
    # mapping, evaluation, recording
    (r"\bLettingGo\b", "GemanMcClureLoss"),
    (r"\bWideSearch\b|\bsearch_nearby\b", "branch-and-bound matcher, correlative search"),
    (r"\b(Odometry|Attitude|Ins)Moment\b|\bLogMoment\b", "Stamped..., LogEntry"),
    (r"\bMessageListener\b|\bHeard(Log|Event)\b|\bLogSorter\b", "UsarsimSensorDecoder, RobotLogBuilder, SensorSample"),
    (r"\bLiftKeeper\b|\bPlanMaker\b|\bway_among_walls\b", "CeilingHeightEstimator, ScanProjector, max_wall_range"),
    (r"\bKeepout\b|\bConstraintBook\b|\bFileKind\b", "ExclusionRegion, ConstraintStore, FileFormat"),
    (r"\b(replace_)?kept_file\b|\bshared_view\b|\bteaching_order\b", "atomic_file, scan_overlap, verification order"),
    (r"\bexact_angles\b|\bScanShelf\b", "round_trip_angles, ScanCache"),
    (r"\bWallField\b|\bValueBetween\b", "DistanceField, PairwiseSample"),
    # server, net, usarsim
    (r"\bTruth(Told|Desk|Room)\b", "TruthReply, TruthEditor, TruthSession"),
    (r"\bGallery\w*|\bWishes\b", "PageServer, request handler"),
    (r"\bPlaybackRoom\b|\bRadioRoom\b|\bReplayStage\b", "PlaybackSession, RadioService, ReplayServer"),
    (r"\bPage(Coverage|Pictures)\b|\bPicturePost\b", "CoverageService, CameraStreamer, FrameSender"),
    (r"\bTimeLedger\b|\b(class|struct) Pacer\b", "TimeProfile, RealTimePacer"),
    (r"\bDoorway\b|\bOutbox\b|\bWeb(Hall|Gate)\b", "Acceptor, SendQueue, HttpServerContext, OriginPolicy"),
    (r"\b(class|struct) (Intake|Hands|Grip|Visitor|Player|Caller|Guest)\b", "ParseResult, TeleopOverride, HeldControl, ...Session"),
    (r"\bsay_if_late\b|\bis_worth_a_remark\b|\btell_off\b|\bwant_attention\b", "log_..., should_log, schedule"),
    # physics, rays, sensors, sim, world
    (r"\bfind_blocked\b|\bis_something\b", "find_occluded, is_hit"),
    (r"\bSurroundings\b|\b(class|struct) (Birth|Housing|Census|Look)\b",
     "SampleContext, SensorBuildContext, SelfOcclusionMask, EngineCounts, Appearance"),
    (r"\bOnlooker\b|\bRunKeeper\b|\bModelShelf\b|\bPlaceFinder\b|\bObeying\b",
     "OffscreenRenderer, RunRecorder, ModelLibrary, FreePoseFinder, CommandExecutor"),
    # everywhere
    (r"\b[Ww]ish(es)?\b", "request"),
    (r"\bobeys?\b", "apply, execute"),
    (r"\bkeeper\b", "recorder, tracker"),
    # apps
    (r"\bOutfit\b", "RobotSetup"),
    (r"\b(Svg|Picture)Pen\b", "SvgCanvas, ImageCanvas"),
    (r"\blet_map\b", "run_baseline"),
    (r"\bkeep_team\b", "write_team_outputs"),
    (r"\bhear_over_socket\b", "read_log_over_socket"),
    (r"\btell_written\b", "print_written_files"),
    # net
    (r"\bDoorway\b", "Acceptor"),
    (r"\b(net::)?Urgency::\w+", "Delivery::Droppable, Delivery::Reliable"),
    (r"\bOutbox\b", "SendQueue"),
    # usarsim
    (r"\busarsim::(Session|Intake)\b", "ProtocolSession, ParseResult"),
    (r"\busarsim/(outside|orders|session|old_classes|finder_lines)\.h", "wire_conversion, command_parsers, protocol_session, legacy_classes, detection_lines"),
    # server
    (r"\bGallery\b", "PageServer"),
    (r"\bPicturePost\b", "FrameSender"),
    (r"\b(Playback|Radio|Truth)Room\b", "PlaybackSession, RadioService, TruthSession"),
    (r"\bTruthDesk\b|\bTruthTold\b", "TruthEditor, TruthReply"),
    (r"\bTimeLedger\b", "TimeProfile"),
    (r"\bserver::Pacer\b|\bserver/pacer\.h", "RealTimePacer"),
    (r"\bReplayStage\b", "ReplayServer"),
    (r"\bWeb(Hall|Gate|Answer)\b", "HttpServerContext, OriginPolicy, HttpResponse"),
    (r"\bPictureMoment\b|\bCameraPlace\b", "CameraSnapshot, CameraId"),
]


def hits(name, text, rows):
    for pattern, term in rows:
        for match in re.finditer(pattern, text):
            line = text.count("\n", 0, match.start()) + 1
            yield f"{name}:{line}: '{match.group(0)}' was replaced; use {term}"


def files():
    for place in PLACES:
        path = ROOT / place
        if path.is_file():
            yield path
        else:
            yield from sorted(p for p in path.rglob("*") if p.suffix in SUFFIXES and "node_modules" not in p.parts)


def check_tree():
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        text = path.read_text(encoding="utf-8", errors="replace")
        yield from hits(name, text, BANNED)
        yield from hits(name, text, LIMITS)


def self_test():
    """The test must be able to fail."""
    assert list(hits("x", "struct Outfit;\n", BANNED)) == ["x:1: 'Outfit' was replaced; use RobotSetup"]
    assert list(hits("x", "\nint kMostLamps;", LIMITS)) == ["x:2: 'kMostLamps' was replaced; use kMax..."]
    assert not list(hits("x", "kMaxLamps, outfitter, surveil", BANNED + LIMITS))


def main():
    self_test()
    found = list(check_tree())
    count = len(list(files()))
    if count < 500:
        found.append(f"only {count} files were looked at below {ROOT}; there are more than 500")
    print("\n".join(found) or f"{count} files use the terms of the field")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
