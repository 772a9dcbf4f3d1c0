// SPDX-License-Identifier: Apache-2.0
// Smoke without ray marching: the optical depth of a ray in closed form, clipped by the scene depth. See optical_depth.ts for
// the same formulas in TypeScript.

export const VOLUME_VERTEX = `
varying vec3 vWorld;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vWorld = world.xyz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

// The view ray through this pixel, and its intersection with the scene.
const LINE = `
uniform sampler2D depthMap; uniform vec2 resolution; uniform vec2 depths; uniform float light;
struct SeenLine { vec3 origin; vec3 direction; float length; };
SeenLine seenLine(vec3 world) {
  vec3 forward = -vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]);
  float depth = texture2D(depthMap, gl_FragCoord.xy / resolution).x;
  SeenLine line;
  if (isOrthographic) {
    line.direction = forward;
    line.origin = world - forward * dot(world - cameraPosition, forward);
    line.length = depths.x + depth * (depths.y - depths.x);
  } else {
    line.direction = normalize(world - cameraPosition);
    line.origin = cameraPosition;
    line.length = depths.x * depths.y / (depths.y - depth * (depths.y - depths.x)) / max(dot(line.direction, forward), 1e-4);
  }
  if (depth >= 1.0) line.length = 1e6;
  return line;
}`;

const FORMULAS = `
float erf1(float x) {
  float t = 1.0 / (1.0 + 0.3275911 * abs(x));
  float sum = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return sign(x) * (1.0 - sum * exp(-x * x));
}
float overlap(vec2 span, float len) { return max(0.0, min(span.y, len) - max(span.x, 0.0)); }
vec2 sphereSpan(vec3 o, vec3 d, float radius) {
  float middle = -dot(o, d);
  vec3 aside = o + middle * d;
  float inside = radius * radius - dot(aside, aside);
  return inside <= 0.0 ? vec2(0.0) : middle + vec2(-1.0, 1.0) * sqrt(inside);
}
vec2 boxSpan(vec3 o, vec3 d, vec3 halfSize) {
  vec3 step = mix(d, vec3(1e-7), lessThan(abs(d), vec3(1e-7)));
  vec3 a = (-halfSize - o) / step, b = (halfSize - o) / step;
  vec3 low = min(a, b), high = max(a, b);
  return vec2(max(low.x, max(low.y, low.z)), min(high.x, min(high.y, high.z)));
}
vec2 cylinderSpan(vec3 o, vec3 d, float radius, float halfLength) {
  vec2 ends = boxSpan(vec3(0.0, 0.0, o.z), vec3(0.0, 0.0, d.z), vec3(1e6, 1e6, halfLength));
  float across = dot(d.xy, d.xy);
  if (across < 1e-10) return dot(o.xy, o.xy) < radius * radius ? ends : vec2(0.0);
  float middle = -dot(o.xy, d.xy) / across;
  vec2 aside = o.xy + middle * d.xy;
  float inside = (radius * radius - dot(aside, aside)) / across;
  if (inside <= 0.0) return vec2(0.0);
  return vec2(max(ends.x, middle - sqrt(inside)), min(ends.y, middle + sqrt(inside)));
}
float bell(vec3 o, vec3 d, float len, float sigma) {
  float square = dot(d, d);
  if (square < 1e-10) return exp(-0.5 * dot(o, o) / (sigma * sigma)) * len;
  float middle = -dot(o, d) / square;
  vec3 aside = o + middle * d;
  float width = sigma * inversesqrt(square);
  float scale = 0.70710678 / width;
  return exp(-0.5 * dot(aside, aside) / (sigma * sigma)) * width * 1.25331414 * (erf1((len - middle) * scale) - erf1(-middle * scale));
}`;

// Smooth noise with mean 0 and a standard deviation of about 1.
const NOISE = `
float cellNoise(vec3 cell) {
  cell = fract(cell * vec3(0.1031, 0.1030, 0.0973));
  cell += dot(cell, cell.yxz + 33.33);
  return fract((cell.x + cell.y) * cell.z);
}
float smoothNoise(vec3 place) {
  vec3 cell = floor(place), part = fract(place);
  part = part * part * (3.0 - 2.0 * part);
  vec4 low = vec4(cellNoise(cell), cellNoise(cell + vec3(1, 0, 0)), cellNoise(cell + vec3(0, 1, 0)), cellNoise(cell + vec3(1, 1, 0)));
  vec4 high = vec4(cellNoise(cell + vec3(0, 0, 1)), cellNoise(cell + vec3(1, 0, 1)), cellNoise(cell + vec3(0, 1, 1)), cellNoise(cell + vec3(1, 1, 1)));
  vec4 between = mix(low, high, part.z);
  return mix(mix(between.x, between.y, part.x), mix(between.z, between.w, part.x), part.y);
}
float evenNoise(vec3 place) { return 5.0 * (0.65 * smoothNoise(place) + 0.35 * smoothNoise(2.1 * place + 17.0) - 0.5); }`;

// One area. The shape is a define: SPHERE, BOX, CYLINDER, BALL_BELL (Gaussian around a point), AXIS_BELL (around an axis).
export const AREA_FRAGMENT = `
varying vec3 vWorld;
uniform mat4 areaFromWorld; uniform vec3 size; uniform float sigma; uniform float extinction; uniform vec3 color;
uniform float turbulence; uniform float correlation; uniform vec3 fieldShift;
${LINE}${FORMULAS}${NOISE}
void main() {
  SeenLine line = seenLine(vWorld);
  vec3 o = (areaFromWorld * vec4(line.origin, 1.0)).xyz, d = mat3(areaFromWorld) * line.direction;
  float way, middle;
#if defined(BALL_BELL) || defined(AXIS_BELL)
#ifdef AXIS_BELL
  vec3 around = vec3(1.0, 1.0, 0.0);
#else
  vec3 around = vec3(1.0);
#endif
  way = bell(o * around, d * around, line.length, sigma);
  middle = clamp(-dot(o * around, d) / max(dot(d * around, d), 1e-4), 0.0, line.length);
  float reach = min(4.0 * sigma, line.length);
#else
#if defined(SPHERE)
  vec2 span = sphereSpan(o, d, size.x);
#elif defined(CYLINDER)
  vec2 span = cylinderSpan(o, d, size.x, size.z);
#else
  vec2 span = boxSpan(o, d, size);
#endif
  way = overlap(span, line.length);
  middle = 0.5 * (max(span.x, 0.0) + min(span.y, line.length));
  float reach = way;
#endif
  float depth = extinction * way;
  if (depth < 1e-4) discard;
#ifdef TURBULENT
  // The mean along the path varies less than the local density; log-normal, so that the mean is preserved.
  float x = correlation / max(reach, 1e-4);
  float spread = turbulence * (x > 50.0 ? 1.0 : sqrt(max(0.0, 2.0 * x * (1.0 - x * (1.0 - exp(-1.0 / x))))));
  float logSpread = sqrt(log(1.0 + spread * spread));
  depth *= exp(logSpread * evenNoise((o + middle * d - fieldShift) / correlation) - 0.5 * logSpread * logSpread);
#endif
  float veil = 1.0 - exp(-depth);
  gl_FragColor = vec4(color * light * veil, veil);
}`;

// A plume particle per instance: centre and radius, colour and extinction.
export const PARTICLE_VERTEX = `
attribute vec4 ball; attribute vec4 shown;
varying vec3 vWorld; varying vec4 vBall; varying vec4 vShown;
void main() {
  vWorld = ball.xyz + 2.0 * ball.w * position;
  vBall = ball; vShown = shown;
  gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
}`;
export const PARTICLE_FRAGMENT = `
varying vec3 vWorld; varying vec4 vBall; varying vec4 vShown;
${LINE}${FORMULAS}
void main() {
  SeenLine line = seenLine(vWorld);
  float depth = vShown.w * overlap(sphereSpan(line.origin - vBall.xyz, line.direction, vBall.w), line.length);
  if (depth < 1e-4) discard;
  float veil = 1.0 - exp(-depth);
  gl_FragColor = vec4(vShown.rgb * veil, veil);
}`;

// A mesh: signed distances to its faces, plus for back faces and minus for front faces, add up to the path length inside, also for concave meshes.
export const FACES_FRAGMENT = `
varying vec3 vWorld;
${LINE}
void main() {
  SeenLine line = seenLine(vWorld);
  float way = min(dot(vWorld - line.origin, line.direction), line.length);
  gl_FragColor = vec4(gl_FrontFacing ? -way : way, 0.0, 0.0, 0.0);
}`;
export const MESH_FRAGMENT = `
uniform sampler2D ways; uniform float extinction; uniform vec3 color; uniform vec2 resolution; uniform float light;
void main() {
  float veil = 1.0 - exp(-extinction * abs(texture2D(ways, gl_FragCoord.xy / resolution).x));
  if (veil < 1e-4) discard;
  gl_FragColor = vec4(color * light * veil, veil);
}`;

export const SCREEN_VERTEX = `
varying vec2 vPlace;
void main() { vPlace = 0.5 * position.xy + 0.5; gl_Position = vec4(position.xy, 0.0, 1.0); }`;
export const JOIN_FRAGMENT = `
varying vec2 vPlace;
uniform sampler2D world; uniform sampler2D smoke; uniform sampler2D depthMap;
void main() {
  vec4 veil = texture2D(smoke, vPlace);
  gl_FragColor = vec4(texture2D(world, vPlace).rgb * (1.0 - veil.a) + veil.rgb, 1.0);
  gl_FragDepth = texture2D(depthMap, vPlace).x; // what is drawn over it is still hidden by the world
  #include <colorspace_fragment>
}`;
