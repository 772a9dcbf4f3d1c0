// SPDX-License-Identifier: Apache-2.0
import { Box3, BoxGeometry, Color, Matrix4, MeshBasicMaterial, PerspectiveCamera, Quaternion, Scene, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { decodeDepth, decodeParticles, decodeScan } from "../src/decode";
import type { Plume, Pose } from "../src/protocol";
import { fittingFieldOfView, tetherOf, rotationOfViewpoint, ViewCamera } from "../src/view/cameras";
import { formOf } from "../src/view/geometry";
import { clampPlane, usableBounds } from "../src/view/ground";
import { InstanceGroup } from "../src/view/instances";
import { borderColor, paneSize } from "../src/view/pane";
import { pickHit, placeInView } from "../src/view/picker";
import { PANE_FRESH, PANE_LATE, PANE_LOST } from "../src/view/palette";
import { NO_CUT, Roofs, slabOf } from "../src/view/roofs";
import { CODE_STUB, depthPoints, hitPoints, scanPoints } from "../src/view/scan_points";
import { Particles } from "../src/view/smoke/particles";
import { TrailPoints } from "../src/view/trails";
import { scanSummary } from "../src/ui/panels/scan_summary";
import { LabelOcclusion, viewpointFor } from "../src/view/label_sight";
import { Occluders } from "../src/view/occluders";
import { depthFrame, particlesFrame, scanFrame } from "./frames";

const pose = (x: number, y: number, z: number, yaw = 0): Pose => [x, y, z, 0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2)];

describe("scans", () => {
  it("hit where the beams ended; codes and free beams are no hits", () => {
    const settings = { stream: 3, time: 1, pose: pose(1, 2, 0.5, Math.PI / 2), angleMin: -Math.PI / 2, angleIncrement: Math.PI / 2, maxRange: 4, rowAngles: [0] };
    const points = scanPoints(decodeScan(scanFrame(settings, [2, 4, -1 - 6])))!;
    expect([...points.isHit]).toEqual([1, 0, 0]);
    expect([...points.isError]).toEqual([0, 0, 1]);
    [3, 2, 0.5].forEach((value, k) => expect(points.ends[k]).toBeCloseTo(value, 4));
    [1, 6, 0.5].forEach((value, k) => expect(points.ends[3 + k]).toBeCloseTo(value, 4));
    expect(points.ends[6]).toBeCloseTo(1 - CODE_STUB, 4);
    expect([...hitPoints(points)].length).toBe(3);
  });

  it("tell a beam into the open from an error, by the code that the sensor has for it", () => {
    const settings = { stream: 3, time: 1, pose: pose(0, 0, 0), angleMin: 0, angleIncrement: 0, maxRange: 4, rowAngles: [0] };
    // Hokuyo's SCIP, UTM-30LX, SICK: no return, lost, too near.
    for (const [noReturn, ...errors] of [[0, 2, 10], [1, 3, 4], [8183, 8187, 8191]]) {
      const frame = decodeScan(scanFrame(settings, [2, -1 - noReturn, ...errors.map((code) => -1 - code), 4], noReturn));
      expect([...frame.codes]).toEqual([-1, noReturn, ...errors, -1]);
      const points = scanPoints(frame)!;
      expect([...points.isError]).toEqual([0, 0, 1, 1, 0]);
      expect([...points.isHit]).toEqual([1, 0, 0, 0, 0]);
      const ends = [0, 1, 2, 3, 4].map((beam) => points.ends[3 * beam]);
      [2, 4, CODE_STUB, CODE_STUB, 4].forEach((wanted, beam) => expect(ends[beam]).toBeCloseTo(wanted, 4)); // full range where nothing came back
      expect(scanSummary(frame)).toBe(`5 beams, nearest 2.000 m, 2 without return, 2 error codes (${errors.join(", ")})`);
    }
    expect(scanSummary(decodeScan(scanFrame(settings, [-1, -1], 0)))).toBe("2 beams, 2 without return");
  });

  it("with rolled rows turn about the forward axis", () => {
    const settings = { stream: 3, time: 1, pose: pose(0, 0, 0), angleMin: Math.PI / 2, angleIncrement: 0.1, maxRange: 9, rowAngles: [Math.PI / 2], isRolled: true };
    const { ends } = scanPoints(decodeScan(scanFrame(settings, [2])))!;
    [0, 0, 2].forEach((value, k) => expect(ends[k]).toBeCloseTo(value, 4));
  });

  it("that make no sense are left out", () => {
    const settings = { stream: 3, time: 1, pose: [NaN, 0, 0, 0, 0, 0, 1] as Pose, angleMin: 0, angleIncrement: 0.1, maxRange: 9, rowAngles: [0] };
    expect(scanPoints(decodeScan(scanFrame(settings, [2])))).toBeNull();
  });

  it("of depth cameras are points in front, the left column on the left", () => {
    const points = depthPoints(decodeDepth(depthFrame(1, 0, pose(0, 0, 1), 2, 2, Math.PI / 2, [2, 0, 2, 2])));
    [2, 1, 2].forEach((value, k) => expect(points[k]).toBeCloseTo(value, 4));
    expect(points.length).toBe(9);
  });
});

describe("cameras", () => {
  it("show the whole world, large and in the middle", () => {
    for (const aspect of [0.6, 1.78]) {
      const view = new ViewCamera();
      view.frame({ middle: new Vector3(7, 5, 1), size: new Vector3(18, 12, 3) }, aspect);
      view.orbit.updateMatrixWorld();
      const places = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => new Vector3(i & 1 ? 16 : -2, i & 2 ? 11 : -1, i & 4 ? 2.5 : -0.5).project(view.orbit));
      const most = Math.max(...places.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
      expect(most).toBeLessThan(1);
      expect(most).toBeGreaterThan(0.85);
      expect(Math.abs(Math.max(...places.map(({ y }) => y)) + Math.min(...places.map(({ y }) => y)))).toBeLessThan(0.1);
    }
  });

  it("tethered stand 2.5 m behind and 1.5 m above whatever the roll", () => {
    const { eye, look } = tetherOf(pose(1, 1, 0.2, Math.PI / 2));
    expect(eye.distanceTo(new Vector3(1, -1.5, 1.7))).toBeLessThan(1e-6);
    expect(look.distanceTo(new Vector3(1, 1.5, 0.2))).toBeLessThan(1e-6);
  });

  it("tethered follow with a time constant of 0.3 s", () => {
    const view = new ViewCamera();
    view.mode = "tethered";
    view.update({ pose: pose(0, 0, 0), eye: null, isInSight: () => true }, "R1", 0.1);
    view.update({ pose: pose(1, 0, 0), eye: null, isInSight: () => true }, "R1", 0.3);
    expect(view.camera.position.x).toBeCloseTo(-2.5 + 1 - Math.exp(-1), 6);
  });

  it("tethered keep how they were turned and zoomed, with the robot, until they are reset", () => {
    const view = new ViewCamera();
    view.mode = "tethered";
    const show = (x: number, yaw: number, robot = "R1") => {
      for (let i = 0; i < 60; ++i) view.update({ pose: pose(x, 0, 0, yaw), eye: null, isInSight: () => true }, robot, 0.25);
      return view.camera.position.clone();
    };
    const usual = show(0, 0);
    view.turnTether(Math.PI / 2, 0.2);
    view.tether.scale(2);
    const turned = show(0, 0);
    expect(turned.length()).toBeCloseTo(2 * usual.length(), 6);
    expect(Math.asin(turned.z / turned.length())).toBeCloseTo(Math.atan2(1.5, 2.5) + 0.2, 6);
    expect(Math.atan2(turned.y, turned.x)).toBeCloseTo(-Math.PI / 2, 6); // from behind around to its right side
    expect(show(3, 0).distanceTo(turned.clone().add(new Vector3(3, 0, 0)))).toBeLessThan(0.01); // goes along
    const withYaw = show(0, 1);
    expect(withYaw.distanceTo(turned.clone().applyAxisAngle(new Vector3(0, 0, 1), 1))).toBeLessThan(0.02); // and turns along
    view.mode = "orbit";
    view.mode = "tethered";
    expect(show(0, 0, "R2").distanceTo(turned)).toBeLessThan(0.01); // also behind another robot
    view.tether.reset();
    expect(show(0, 0, "R2").distanceTo(usual)).toBeLessThan(0.01);
  });

  it("tethered follow a hand at once, and never under the floor, over the top or out of sight", () => {
    const view = new ViewCamera();
    view.mode = "tethered";
    const followed = { pose: pose(0, 0, 0), eye: null, isInSight: () => true };
    view.update(followed, "R1", 0.1);
    view.turnTether(0.3, 0.1);
    view.update(followed, "R1", 0);
    expect(Math.atan2(view.camera.position.y, view.camera.position.x)).toBeCloseTo(0.3 - Math.PI, 6);
    for (const way of [-1, 1]) {
      for (let i = 0; i < 50; ++i) {
        view.turnTether(1, way);
        view.tether.scale(way > 0 ? 3 : 1 / 3);
      }
      view.update(followed, "R1", 0.1);
      expect(view.camera.position.z).toBeGreaterThan(0);
      expect(Math.hypot(view.camera.position.x, view.camera.position.y)).toBeGreaterThan(0.01);
      expect(view.camera.position.length()).toBeGreaterThan(0.5);
      expect(view.camera.position.length()).toBeLessThan(20);
    }
    view.tether.scale(NaN);
    expect(view.tether.zoom).toBeGreaterThan(0);
  });

  it("tethered rise over what hides the robot", () => {
    const view = new ViewCamera();
    view.mode = "tethered";
    view.update({ pose: pose(0, 0, 0), eye: null, isInSight: (from) => from.z > 2 }, "R1", 0.1);
    expect(view.camera.position.z).toBeGreaterThan(2);
    expect(view.camera.position.length()).toBeCloseTo(Math.hypot(2.5, 1.5), 6);
  });

  it("of robots look along x with z up", () => {
    const turn = rotationOfViewpoint(pose(0, 0, 0, Math.PI / 2));
    expect(new Vector3(0, 0, -1).applyQuaternion(turn).distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-9);
    expect(new Vector3(0, 1, 0).applyQuaternion(turn).distanceTo(new Vector3(0, 0, 1))).toBeLessThan(1e-9);
  });

  it("in first person are filled exactly by the pane at any distance", () => {
    const eye = { pose: pose(1, 2, 0.3, 0.7), fieldOfView: 1.1, aspect: 4 / 3 };
    for (const distance of [0.5, 2, 10]) {
      const view = new ViewCamera();
      view.fit(4 / 3);
      view.mode = "first_person";
      view.update({ pose: eye.pose, eye, isInSight: () => true }, "R1", 0);
      view.camera.updateMatrixWorld();
      const [width, height] = paneSize(distance, eye.fieldOfView, eye.aspect);
      const corner = new Vector3(width / 2, height / 2, -distance).applyQuaternion(rotationOfViewpoint(eye.pose)).add(new Vector3(1, 2, 0.3)).project(view.camera);
      expect(corner.x).toBeCloseTo(1, 5);
      expect(corner.y).toBeCloseTo(1, 5);
    }
  });

  it("in a wider view show the whole height of the picture", () => {
    const eye = { pose: pose(0, 0, 0), fieldOfView: Math.PI / 2, aspect: 2 };
    expect(fittingFieldOfView(eye, 4)).toBeCloseTo((2 * Math.atan(0.5) * 180) / Math.PI, 6);
    expect(fittingFieldOfView(eye, 1)).toBeCloseTo(90, 6);
  });
});

describe("the pane", () => {
  it("is as large as the field of view and says its age", () => {
    const [width, height] = paneSize(2, Math.PI / 2, 4 / 3);
    expect(width).toBeCloseTo(4, 9);
    expect(height).toBeCloseTo(3, 9);
    expect([0.1, 0.5, 2, Infinity].map(borderColor)).toEqual([PANE_FRESH, PANE_LATE, PANE_LOST, PANE_LOST]);
  });
});

describe("picking", () => {
  it("finds the instance under a point, also after others were removed", () => {
    const scene = new Scene();
    const group = new InstanceGroup(scene, new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), false, false);
    const pieces = Array.from({ length: 20 }, (_, i) => group.add(100 + i, new Matrix4().makeTranslation(3 * i, 0, 0), new Color()));
    group.remove(pieces[2]);
    group.remove(pieces[19]);
    const camera = new PerspectiveCamera(50, 2, 0.1, 100);
    camera.position.set(3 * 18, -10, 0);
    camera.up.set(0, 0, 1);
    camera.lookAt(3 * 18, 0, 0);
    const hit = pickHit(placeInView(100, 50, { x: 0, y: 0, width: 200, height: 100 })!, camera, [group.mesh], -1, 1e6)!;
    expect(hit.entity).toBe(118);
    expect(hit.point.distanceTo(new Vector3(54, -0.5, 0))).toBeLessThan(1e-3);
    expect(group.count).toBe(18);
  });

  it("falls on the floor where nothing stands, and nowhere beside the view", () => {
    const camera = new PerspectiveCamera(50, 2, 0.1, 100);
    camera.position.set(1, 2, 10);
    camera.lookAt(1, 2, 0);
    const hit = pickHit(placeInView(100, 50, { x: 0, y: 0, width: 200, height: 100 })!, camera, [], 0.5, 1e6)!;
    expect(hit.entity).toBe(-1);
    expect(hit.point.distanceTo(new Vector3(1, 2, 0.5))).toBeLessThan(1e-6);
    expect(placeInView(201, 50, { x: 0, y: 0, width: 200, height: 100 })).toBeNull();
  });
});

describe("the ground", () => {
  it("is cut to the world but stays where it is", () => {
    const matrix = new Matrix4().compose(new Vector3(0, 0, 0.1), new Quaternion(), new Vector3(1000, 1000, 1));
    clampPlane(matrix, { low: [20, 20, 0], high: [30, 30, 2] });
    const place = new Vector3().setFromMatrixPosition(matrix);
    expect(place.distanceTo(new Vector3(25, 25, 0.1))).toBeLessThan(1e-6);
    expect(new Vector3().setFromMatrixScale(matrix).x).toBeLessThan(40);
  });

  it("has bounds even if the program's are none", () => {
    const box = usableBounds({ low: [Infinity, 0, NaN], high: [-Infinity, 4, 1] });
    expect(box.size.toArray().every((value) => value > 0 && value < 1e4)).toBe(true);
    expect(box.middle.y).toBe(2);
  });
});

describe("roofs", () => {
  const box = (low: number[], high: number[]) => new Box3(new Vector3(...low), new Vector3(...high));
  const bounds = { middle: new Vector3(5, 5, 2), size: new Vector3(10, 10, 6) };

  it("are broad, flat and over the floor one looks at", () => {
    expect(slabOf(box([0, 0, 0], [8, 0.2, 2]))).toBeNull();
    const roofs = new Roofs();
    roofs.add(1, slabOf(box([0, 0, -0.1], [10, 10, 0]))!); // the floor
    expect(roofs.cutHeight(bounds, 0, null)).toBe(NO_CUT);
    roofs.add(2, slabOf(box([0, 0, 2.8], [10, 5, 3]))!);
    roofs.add(3, slabOf(box([0, 5, 5.8], [10, 10, 6]))!);
    expect(roofs.cutHeight(bounds, 0, null)).toBeCloseTo(2.5, 6);
    expect(roofs.cutHeight(bounds, 3, null)).toBeCloseTo(5.5, 6);
    roofs.remove(2);
    roofs.remove(3);
    expect(roofs.cutHeight(bounds, 0, null)).toBe(NO_CUT);
  });

  it("may be small if the robot is under them", () => {
    const roofs = new Roofs();
    roofs.add(1, slabOf(box([0, 0, 2], [3, 3, 2.1]))!);
    expect(roofs.cutHeight(bounds, 0, [8, 8, 0])).toBe(NO_CUT);
    expect(roofs.cutHeight(bounds, 0, [1, 1, 0])).toBeCloseTo(1.7, 6);
  });
});

describe("trails", () => {
  it("keep the last points, leave out small steps and forget what has not happened", () => {
    const trail = new TrailPoints();
    for (let i = 0; i < 5000; ++i) trail.add(i * 0.1, i * 0.05, 0, 0);
    expect(trail.count).toBeLessThanOrEqual(2000);
    expect(trail.places[3 * (trail.count - 1)]).toBeCloseTo(4999 * 0.05, 3);
    expect(trail.add(600, 4999 * 0.05 + 0.01, 0, 0)).toBe(false);
    trail.cutAfter(450);
    expect(trail.places[3 * (trail.count - 1)]).toBeCloseTo(4500 * 0.05, 3);
  });
});

describe("particles", () => {
  const plume: Plume = { id: 1, name: "p", pose: pose(0, 0, 0), density: 0.08, radius: 0.2, growth: 0.1, lifetime: 4, glow: 0, color: [1, 1, 1], visible_ratio: 1 };

  it("fly, grow, thin out and die", () => {
    const particles = new Particles();
    particles.receive(decodeParticles(particlesFrame(1, 10, [[1, 1, 0, 0, 0.5, 0, 1], [3.5, 0, 0, 0, 0, 0, 1]])), 4);
    const balls = new Float32Array(8), states = new Float32Array(4);
    expect(particles.alive(plume, 11, balls, states)).toBe(1);
    [2, 0, 2, 0.4].forEach((value, k) => expect(balls[k]).toBeCloseTo(value, 5));
    expect(states[1]).toBeCloseTo(0.01, 6);
  });

  it("are added to, or replaced", () => {
    const particles = new Particles();
    const one = (replaces: boolean) => decodeParticles(particlesFrame(1, 0, [[0, 0, 0, 0, 0, 0, 1]], replaces));
    particles.receive(one(true), 4);
    particles.receive(one(false), 4);
    expect(particles.count).toBe(2);
    particles.receive(one(true), 4);
    expect(particles.count).toBe(1);
  });
});

describe("what hides labels", () => {
  const boxes = (...list: [middle: Vector3, size: Vector3, yaw?: number][]) => {
    const occluders = new Occluders();
    const geometry = new BoxGeometry(1, 1, 1);
    list.forEach(([middle, size, yaw = 0], i) => occluders.add(i, geometry, true, new Matrix4().compose(middle, new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), yaw), size)));
    return occluders;
  };
  const v = (x: number, y: number, z: number) => new Vector3(x, y, z);

  it("is what stands in the straight line, and nothing beside, before or behind it", () => {
    const wall = boxes([v(0, 0, 1), v(0.1, 4, 2)]);
    expect(wall.isBetween(v(-3, 0, 1), v(3, 0, 1), NO_CUT)).toBe(true);
    expect(wall.isBetween(v(-3, 0, 1), v(-1, 0, 1), NO_CUT)).toBe(false);
    expect(wall.isBetween(v(1, 0, 1), v(3, 0, 1), NO_CUT)).toBe(false);
    expect(wall.isBetween(v(-3, 3, 1), v(3, 3, 1), NO_CUT)).toBe(false);
    expect(wall.isBetween(v(-3, 0, 5), v(3, 0, 1), NO_CUT)).toBe(false); // over it
    expect(wall.isBetween(v(-3, 0, 1), v(3, 0, 1), NO_CUT, 0)).toBe(false); // itself
  });

  it("is the same by a box and by its triangles, whatever the place, turn and line", () => {
    let state = 7;
    const random = () => (state = (1103515245 * state + 12345) % 2 ** 31) / 2 ** 31 - 0.5;
    const geometry = new BoxGeometry(1, 1, 1);
    let hidden = 0;
    for (let i = 0; i < 400; ++i) {
      const matrix = new Matrix4().compose(v(random(), random(), random()), new Quaternion(random(), random(), random(), 0.3).normalize(), v(0.5 + random(), 1, 0.7));
      const [asBox, asMesh] = [new Occluders(), new Occluders()];
      asBox.add(0, geometry, true, matrix);
      asMesh.add(0, geometry, false, matrix);
      const from = v(6 * random(), 6 * random(), 6), to = v(3 * random(), 3 * random(), -6);
      expect(asBox.isBetween(from, to, NO_CUT)).toBe(asMesh.isBetween(from, to, NO_CUT));
      hidden += Number(asBox.isBetween(from, to, NO_CUT));
    }
    expect(hidden).toBeGreaterThan(20);
  });

  it("is not what is cut off, and follows what moves and goes", () => {
    const roof = boxes([v(0, 0, 3), v(10, 10, 0.2)]);
    expect(roof.isBetween(v(0, 0, 9), v(0, 0, 1), NO_CUT)).toBe(true);
    expect(roof.isBetween(v(0, 0, 9), v(0, 0, 1), 2.6)).toBe(false);
    const version = roof.version;
    roof.move(0, new Matrix4().makeTranslation(50, 0, 0));
    expect(roof.isBetween(v(0, 0, 9), v(0, 0, 1), NO_CUT)).toBe(false);
    expect(roof.version).not.toBe(version);
    roof.move(0, new Matrix4().makeTranslation(0, 0, 2));
    expect(roof.isBetween(v(0, 0, 9), v(0, 0, 1), NO_CUT)).toBe(true);
    roof.remove(0);
    expect(roof.isBetween(v(0, 0, 9), v(0, 0, 1), NO_CUT)).toBe(false);
  });

  it("is looked for again only when something moved, and no longer than there is time", () => {
    let asked = 0, now = 0, isBlocked = true;
    const sight = new LabelOcclusion(() => (++asked, (now += 3), isBlocked), () => now);
    const camera = new PerspectiveCamera();
    const label = (key: string) => ({ key, place: v(1, 0, 0.5), body: [v(1, 0, 0)], entity: 3 });
    const look = (key: string, world = "1") => (camera.updateMatrixWorld(), sight.isHidden(label(key), camera, world));
    sight.begin();
    expect(look("a")).toBe(true);
    expect(asked).toBe(2); // the label's place and what it names
    sight.begin();
    expect(look("a")).toBe(true);
    expect(asked).toBe(2);
    isBlocked = false;
    expect(look("a", "2")).toBe(false);
    camera.position.set(0, 0, 5);
    isBlocked = true;
    sight.begin();
    expect(look("a", "2")).toBe(true);
    sight.begin();
    now += 5; // no time is left, but one is looked at
    expect(look("b", "2")).toBe(true);
    expect(sight.isBehind).toBe(false);
    isBlocked = false;
    expect(look("d", "2")).toBe(true); // not yet: it does not flash up
    expect(sight.isBehind).toBe(true);
    sight.begin();
    expect(look("d", "2")).toBe(false);
    expect(sight.isHidden({ ...label("c"), body: null }, camera, "2")).toBe(false);
  });

  it("lies straight above in a plan", () => {
    const view = new ViewCamera();
    view.mode = "plan";
    view.frame({ middle: v(0, 0, 1), size: v(10, 10, 2) }, 1);
    view.plan.updateMatrixWorld();
    const eye = viewpointFor(view.plan, v(3, -2, 0.5));
    expect([eye.x, eye.y]).toEqual([3, -2]);
    expect(eye.z).toBeGreaterThan(2);
  });
});

describe("boxes", () => {
  const box = formOf({ kind: "box", size: [1, 1, 1] })!.make();
  const [places, uvs, index] = [box.getAttribute("position"), box.getAttribute("uv"), box.getIndex()!];

  it("show pictures that are not mirrored", () => {
    for (let i = 0; i < index.count; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => index.getX(i + k)).map((k) => [uvs.getX(k), uvs.getY(k)]) as [number[], number[], number[]];
      expect((b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!)).toBeCloseTo(1);
    }
  });

  it("show pictures upright on their four sides", () => {
    for (let i = 0; i < 16; ++i) expect(uvs.getY(i)).toBeCloseTo(places.getZ(i) + 0.5);
  });
});
