// SPDX-License-Identifier: Apache-2.0
// The canvas and its renderer: a main view and insets in its corners.
import { PCFSoftShadowMap, Plane, Vector3, WebGLRenderer, type Camera, type OrthographicCamera, type PerspectiveCamera, type Scene } from "three";

export const WORLD_LAYER = 0;
export const OVERLAY_LAYER = 1; // drawn over smoke

const MOST_PIXEL_RATIO = 2;

export interface Rectangle {
  x: number; // CSS pixels from the left
  y: number; // from the top
  width: number;
  height: number;
}

export type AnyCamera = Camera & (PerspectiveCamera | OrthographicCamera);

// Renders the scene with smoke; without it the scene is rendered directly.
export interface SmokeDrawer {
  readonly isNeeded: boolean;
  draw(renderer: WebGLRenderer, scene: Scene, camera: AnyCamera, rectangle: Rectangle, background: number): void;
}

export interface View {
  camera: AnyCamera;
  rectangle: Rectangle;
  cut: number; // m: what is higher is not drawn
  prepare: () => void; // just before it is drawn
}

const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

export class Painter {
  readonly renderer: WebGLRenderer | null;
  readonly isSlow: boolean; // drawn by the processor
  width = 1;
  height = 1;
  draws = 0;
  triangles = 0;
  private readonly cut = new Plane(new Vector3(0, 0, -1), 0);

  constructor(private readonly container: HTMLElement) {
    const found = probe();
    this.isSlow = !found || SOFTWARE.test(found);
    this.renderer = found ? this.makeRenderer() : null;
    if (this.renderer) this.prepare(this.renderer);
    else this.excuse();
  }

  get canvas(): HTMLElement {
    return this.renderer?.domElement ?? this.container;
  }

  get pixelRatio(): number {
    return this.renderer?.getPixelRatio() ?? 1;
  }

  // Returns whether the size changed.
  fit(): boolean {
    const width = Math.max(1, this.container.clientWidth), height = Math.max(1, this.container.clientHeight);
    if (width === this.width && height === this.height) return false;
    this.width = width;
    this.height = height;
    this.renderer?.setSize(width, height, false);
    return true;
  }

  draw(scene: Scene, views: View[], background: number, smoke: SmokeDrawer, hasRoofs: boolean): void {
    const renderer = this.renderer;
    if (!renderer || renderer.getContext().isContextLost()) return;
    renderer.info.reset();
    for (const view of views) {
      view.prepare();
      view.camera.updateMatrixWorld();
      this.cut.constant = view.cut;
      renderer.clippingPlanes = hasRoofs ? [this.cut] : [];
      this.open(renderer, view.rectangle, background);
      if (smoke.isNeeded) smoke.draw(renderer, scene, view.camera, view.rectangle, background);
      else {
        view.camera.layers.enable(WORLD_LAYER);
        view.camera.layers.enable(OVERLAY_LAYER);
        renderer.render(scene, view.camera);
      }
      renderer.shadowMap.needsUpdate = false;
    }
    this.draws = renderer.info.render.calls;
    this.triangles = renderer.info.render.triangles;
  }

  dispose(): void {
    this.renderer?.dispose();
    this.renderer?.domElement.remove();
  }

  private open(renderer: WebGLRenderer, { x, y, width, height }: Rectangle, background: number): void {
    const bottom = this.height - y - height;
    renderer.setScissorTest(true);
    renderer.setScissor(x, bottom, width, height);
    renderer.setViewport(x, bottom, width, height);
    renderer.setClearColor(background, 1);
    renderer.clear();
  }

  private makeRenderer(): WebGLRenderer | null {
    try {
      return new WebGLRenderer({ antialias: !this.isSlow, preserveDrawingBuffer: true, powerPreference: "high-performance" });
    } catch {
      return null;
    }
  }

  private prepare(renderer: WebGLRenderer): void {
    renderer.autoClear = false;
    renderer.info.autoReset = false;
    renderer.shadowMap.enabled = !this.isSlow;
    renderer.shadowMap.type = PCFSoftShadowMap;
    renderer.setPixelRatio(this.isSlow ? 1 : Math.min(window.devicePixelRatio || 1, MOST_PIXEL_RATIO));
    const canvas = renderer.domElement;
    Object.assign(canvas.style, { position: "absolute", inset: "0", display: "block", width: "100%", height: "100%" });
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The world in three dimensions");
    this.container.append(canvas);
  }

  private excuse(): void {
    const sentence = document.createElement("p");
    sentence.className = "view-missing";
    sentence.textContent = "This browser cannot draw in three dimensions (WebGL 2 is off or missing). Everything else on this page works.";
    Object.assign(sentence.style, { margin: "2rem", font: "15px/1.5 system-ui, sans-serif" });
    this.container.append(sentence);
  }
}

// The name of what draws, empty if nothing can. Smoothed edges cost a software renderer dearly, and have to be asked for
// before one knows which it is, hence the other canvas.
function probe(): string {
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) return "";
  const extension = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(extension ? extension.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return name || "unknown";
}
