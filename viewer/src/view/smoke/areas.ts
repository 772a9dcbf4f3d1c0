// SPDX-License-Identifier: Apache-2.0
// Smoke areas as drawable bodies.
import { BoxGeometry, Matrix4, Mesh, Quaternion, Vector3, type Scene, type ShaderMaterial } from "three";
import type { Smoke, SmokeArea } from "../../protocol";
import { linearColor } from "../palette";
import type { Box } from "../ground";
import { isUsable, matrixOf } from "../poses";
import { smokeMaterial, type SharedUniforms } from "./common";
import { densityAt, gaussianReach } from "./optical_depth";
import { AREA_FRAGMENT, VOLUME_VERTEX } from "./shaders";

const HAZE_MARGIN = 1; // m: haze is drawn so far around the world
const cube = new BoxGeometry(1, 1, 1);

// The kind of body of an area; null if it is not supported.
export function bodyOf(area: SmokeArea): { define: string; size: Vector3 } | null {
  const { shape } = area;
  const isBell = area.profile === "gaussian" && area.sigma > 0;
  switch (shape.kind) {
    case "sphere":
      return { define: isBell ? "BALL_BELL" : "SPHERE", size: new Vector3().setScalar(shape.radius) };
    case "cylinder":
      return { define: isBell ? "AXIS_BELL" : "CYLINDER", size: new Vector3(shape.radius, shape.radius, shape.length / 2) };
    case "box":
      return { define: isBell ? "BALL_BELL" : "BOX", size: new Vector3(...shape.size).multiplyScalar(0.5) };
    default:
      return null;
  }
}

export class AreaBody {
  readonly mesh: Mesh;
  private readonly material: ShaderMaterial;
  private readonly worldFromArea = new Matrix4();
  private readonly turn: Quaternion;

  constructor(private readonly area: SmokeArea, private readonly body: { define: string; size: Vector3 }, private readonly perDensity: number, shared: SharedUniforms, private readonly worldSize: number) {
    this.material = smokeMaterial({
      vertexShader: VOLUME_VERTEX, fragmentShader: AREA_FRAGMENT, defines: { [body.define]: "", ...(area.turbulence > 0 ? { TURBULENT: "" } : {}) },
      uniforms: {
        ...shared.all(), areaFromWorld: { value: new Matrix4() }, size: { value: body.size }, sigma: { value: area.sigma || 1 }, extinction: { value: 0 }, color: { value: linearColor(area.color) },
        turbulence: { value: area.turbulence || 0 }, correlation: { value: Math.max(area.correlation_length || 0.2, 0.02) }, fieldShift: { value: new Vector3() },
      },
    });
    this.mesh = new Mesh(cube, this.material);
    this.mesh.matrixAutoUpdate = false;
    this.mesh.frustumCulled = false;
    this.turn = new Quaternion().setFromRotationMatrix(matrixOf(area.pose));
    this.moveTo(0);
  }

  moveTo(time: number): void {
    const { area, material } = this;
    const extinction = this.perDensity * densityAt(area.schedule, area.density, time);
    this.mesh.visible = extinction > 1e-6;
    matrixOf(area.pose, 0, this.worldFromArea);
    this.worldFromArea.elements[12] += area.velocity[0] * time;
    this.worldFromArea.elements[13] += area.velocity[1] * time;
    this.worldFromArea.elements[14] += area.velocity[2] * time;
    material.uniforms.extinction.value = extinction;
    material.uniforms.areaFromWorld.value.copy(this.worldFromArea).invert();
    material.uniforms.fieldShift.value.set(...area.drift).multiplyScalar(time).applyQuaternion(this.turn.clone().invert());
    this.mesh.matrix.copy(this.worldFromArea).scale(this.drawnSize(extinction));
    this.mesh.matrixWorldNeedsUpdate = true;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.material.dispose();
  }

  // Gaussians are unbounded: they are drawn as far as they are visible; around an axis, as far as the world extends.
  private drawnSize(extinction: number): Vector3 {
    const { define, size } = this.body;
    if (define !== "BALL_BELL" && define !== "AXIS_BELL") return size.clone().multiplyScalar(2);
    const reach = 2 * gaussianReach(this.area.sigma, extinction);
    return new Vector3(reach, reach, define === "AXIS_BELL" ? Math.max(2 * this.worldSize, 4 * size.z) : reach);
  }
}

function isSound(area: SmokeArea): boolean {
  return isUsable(area.pose) && Number.isFinite(area.density) && [...area.velocity, ...area.drift].every(Number.isFinite);
}

// Haze is unbounded; it is drawn in and around the world, so that it is also visible from outside.
function hazeArea(haze: NonNullable<Smoke["haze"]>, bounds: Box): SmokeArea {
  const size = bounds.size.clone().addScalar(2 * HAZE_MARGIN);
  return {
    name: "haze", pose: [bounds.middle.x, bounds.middle.y, bounds.middle.z, 0, 0, 0, 1], velocity: [0, 0, 0], shape: { kind: "box", size: [size.x, size.y, size.z] }, profile: "uniform",
    sigma: 0, density: haze.density, schedule: [], turbulence: 0, correlation_length: 1, drift: [0, 0, 0], color: haze.color, visible_ratio: haze.visible_ratio, is_made: false,
  };
}

export class Areas {
  private bodies: AreaBody[] = [];

  constructor(private readonly scene: Scene, private readonly shared: SharedUniforms) {}

  receive(smoke: Smoke, extinction: number, bounds: Box): void {
    this.clear();
    const areas = [...(smoke.haze && smoke.haze.density > 0 ? [hazeArea(smoke.haze, bounds)] : []), ...(smoke.areas ?? [])];
    for (const area of areas) {
      const body = isSound(area) ? bodyOf(area) : null;
      if (!body) continue;
      this.bodies.push(new AreaBody(area, body, extinction * area.visible_ratio, this.shared, bounds.size.length()));
    }
    this.bodies.forEach(({ mesh }) => this.scene.add(mesh));
  }

  moveTo(time: number): void {
    this.bodies.forEach((body) => body.moveTo(time));
  }

  get visibleCount(): number {
    return this.bodies.reduce((sum, { mesh }) => sum + (mesh.visible ? 1 : 0), 0);
  }

  clear(): void {
    this.bodies.forEach((body) => body.dispose());
    this.bodies = [];
  }
}
