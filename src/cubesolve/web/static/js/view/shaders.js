/**
 * What the graphics card runs. The cube is a few boxes; everything on their faces (stickers, gaps,
 * markers, letters) is drawn from the position on the face, so the cost is the same for every size.
 */

export const MAX_MARKER_COLORS = 32;

const FRAMES = `
const vec3 NORMALS[6] = vec3[6](vec3(0, 1, 0), vec3(1, 0, 0), vec3(0, 0, 1),
                                vec3(0, -1, 0), vec3(-1, 0, 0), vec3(0, 0, -1));
const vec3 RIGHTS[6] = vec3[6](vec3(1, 0, 0), vec3(0, 0, -1), vec3(1, 0, 0),
                               vec3(1, 0, 0), vec3(0, 0, 1), vec3(-1, 0, 0));
const vec3 DOWNS[6] = vec3[6](vec3(0, 0, 1), vec3(0, -1, 0), vec3(0, -1, 0),
                              vec3(0, 0, -1), vec3(0, -1, 0), vec3(0, -1, 0));`;

const MARKER_SHAPE = `
// Distance from the outline of a marker, in cells; negative inside.
float markerShape(uint shape, vec2 f) {
  if (shape == 1u) return length(f) - 0.165;
  if (shape == 2u) return abs(length(f) - 0.23) - 0.062;
  if (shape == 3u) {
    vec2 d = abs(vec2(f.x + f.y, f.x - f.y)) * 0.70711;
    return min(max(d.x - 0.06, d.y - 0.29), max(d.y - 0.06, d.x - 0.29));
  }
  float stem = max(abs(f.x) - 0.06, max(-0.02 - f.y, f.y - 0.28));
  float head = max(dot(vec2(abs(f.x), -f.y), vec2(0.76, 0.65)) - 0.18, f.y - 0.02);
  return min(stem, head);
}

// A dot may lie on its own colour, where only its rim shows it.
float rimOf(uint shape) {
  return shape == 1u ? 0.07 : 0.035;
}

vec3 outlineOf(vec3 color) {
  return dot(color, vec3(0.3, 0.59, 0.11)) > 0.22 ? vec3(0.003) : vec3(0.9);
}`;

export const BOX_VERTEX = `#version 300 es
precision highp float;
layout(location = 0) in vec3 corner;   // which corner of the box, -1 or 1 on each axis
layout(location = 1) in float faceNumber;
layout(location = 2) in float bevel;   // 1 on the rounded strips between faces

uniform mat4 view;
uniform mat4 projection;
uniform mat3 turned;
uniform vec3 low;
uniform vec3 high;
uniform float rounding;
uniform float lift;                    // of faces that float behind the cube
uniform float size;

out vec2 cell;
out vec3 eyePlace;
out vec3 eyeNormal;
flat out vec3 eyeRight;
flat out vec3 eyeDown;
flat out int face;
flat out int kind;                     // 0 stickers, 1 rounded edge, 2 inside of the cube

${FRAMES}
void main() {
  face = int(faceNumber);
  vec3 normal = NORMALS[face];
  vec3 place = mix(low, high, corner * 0.5 + 0.5) - corner * rounding * (1.0 - abs(normal));
  bool inside = abs(dot(place, normal)) < 0.99999;
  kind = bevel > 0.5 ? 1 : inside ? 2 : 0;
  cell = (vec2(dot(place, RIGHTS[face]), dot(place, DOWNS[face])) + 1.0) * 0.5 * size;
  mat3 toEye = mat3(view) * turned;
  vec4 inEye = view * vec4(turned * (place + normal * lift), 1.0);
  eyePlace = inEye.xyz;
  eyeNormal = toEye * normal;
  eyeRight = toEye * RIGHTS[face];
  eyeDown = toEye * DOWNS[face];
  gl_Position = lift > 0.0 && inside ? vec4(2.0, 2.0, 2.0, 1.0) : projection * inEye;
}`;

/**
 * The faces of the boxes. Software renderers run both ways of every branch, so what is not needed is
 * left out of the text: letters, markers, several samples for tiny cells; or all but the stickers
 * of the faces that float behind the cube.
 * @param {{letters: boolean, markers: boolean, tiny: boolean, floating: boolean}} parts
 */
export const boxFragment = (parts) => `#version 300 es
${Object.entries(parts).filter(([, wanted]) => wanted).map(([name]) => `#define ${name.toUpperCase()}\n`).join('')}precision highp float;
precision highp int;
precision highp usampler2DArray;

in vec2 cell;
in vec3 eyePlace;
in vec3 eyeNormal;
flat in vec3 eyeRight;
flat in vec3 eyeDown;
flat in int face;
flat in int kind;

uniform usampler2DArray colors;
uniform usampler2DArray markers;
uniform sampler2D glyphs;
uniform vec3 palette[7];
uniform vec4 ink[7];                     // colour of each letter; alpha 0 without one
uniform vec3 markerPalette[${MAX_MARKER_COLORS}];
uniform vec3 body;
uniform float size;
uniform int mostSamples;                 // along each axis, of cells that are smaller than a pixel

out vec4 result;

const vec3 KEY = vec3(-0.36, 0.62, 0.70);      // direction of the light, as the eye sees it
const vec3 WINDOW = vec3(-0.28, 0.80, 0.53);   // what glossy faces mirror
const float HALF = 0.435;                      // of a sticker, in cells
const float CORNER = 0.105;

vec3 colorAt(vec2 at) {
  ivec2 index = clamp(ivec2(floor(at)), ivec2(0), ivec2(int(size) - 1));
  return palette[min(texelFetch(colors, ivec3(index, face), 0).r, 6u)];
}

// What a glossy surface mirrors: a bright window above, a soft room.
float room(vec3 direction) {
  float window = smoothstep(0.76, 0.985, dot(direction, WINDOW));
  float floorAndSky = 0.5 + 0.5 * direction.y;
  return 0.25 + 0.9 * floorAndSky * floorAndSky + 4.2 * window;
}

float lightOn(vec3 normal) {
  return 0.60 + 0.38 * max(dot(normal, KEY), 0.0);
}

float gloss(vec3 normal, vec3 toEye) {
  // Edges of pieces are too narrow to show what mirrors at the flattest angles: it would be sparks.
  float grazing = clamp(1.0 - dot(normal, toEye), 0.0, 0.72);
  float square = grazing * grazing;
  return (0.045 + 0.5 * square * square * grazing) * room(reflect(-toEye, normal));
}

${MARKER_SHAPE}
void main() {
  vec2 dx = dFdx(cell);
  vec2 dy = dFdy(cell);
  float width = sqrt(max(dot(dx, dx), dot(dy, dy)));     // cells in a pixel
  float far = smoothstep(0.12, 0.45, width);             // gaps are too fine to be drawn
  float near = kind == 1 ? 0.0 : 1.0 - far;
  vec2 base = clamp(floor(cell), vec2(0.0), vec2(size - 1.0));
  vec2 f = cell - base - 0.5;

  // The rounded square of a sticker, and which way its outline is.
  vec2 q = abs(f) - (HALF - CORNER);
  vec2 outer = max(q, 0.0);
  float d = length(outer) + min(max(q.x, q.y), 0.0) - CORNER;
  vec2 way = q.x > 0.0 && q.y > 0.0 ? outer / max(length(outer), 1e-5)
           : q.x > q.y ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
  vec2 g = way * sign(f);
  float pixel = max(length(vec2(dot(g, dx), dot(g, dy))), 1e-5);
  float drawn = clamp(0.5 - d / pixel, 0.0, 1.0);
  float cover = kind == 0 ? mix(drawn, 0.97, far) : 0.0;

#ifdef TINY
  vec3 paint = vec3(0.0);
  int side = min(width < 0.55 ? 1 : width < 1.4 ? 2 : 4, mostSamples);
  float part = 1.0 / float(side);
  for (int i = 0; i < side * side; i++) {
    vec2 t = (vec2(float(i % side), float(i / side)) + 0.5) * part - 0.5;
    paint += part * part * colorAt(cell + t.x * dx + t.y * dy);
  }
#else
  vec3 paint = colorAt(cell);
#endif

#ifdef FLOATING
  // A face that floats behind the cube, seen through from its back.
  float light = 0.9;
  float shine = 0.0;
  vec3 lit = paint * light;
#else
  // Each sticker is a little pillow with a soft rim; the body falls off into the gap; inside the
  // cube are plain pads. One surface, bent as what is here: light is the costly part.
  float edge = 0.5 - max(abs(f.x), abs(f.y));            // to the gap between pieces
  float rim = smoothstep(-0.055, 0.0, d);
  vec2 sticker = f * 0.085 + g * rim * rim * 0.42;
  vec2 gap = g * (kind == 2 ? 0.35 * smoothstep(-0.10, 0.02, d) : 0.5 * smoothstep(0.065, 0.0, edge));
  vec2 bend = mix(gap, sticker, cover) * near;
  vec3 normal = normalize(normalize(eyeNormal) + eyeRight * bend.x + eyeDown * bend.y);
  vec3 toEye = normalize(-eyePlace);
  float light = lightOn(normal);
  float shine = gloss(normal, toEye);

  float pad = clamp(0.5 - (d - 0.035) / pixel, 0.0, 1.0);
  float shade = mix(1.0, smoothstep(-0.015, 0.06, edge) * 0.55 + 0.45, near);
  float contact = 0.55 + 0.45 * smoothstep(0.0, 0.05, d);
  float dark = kind == 0 ? shade * contact : kind == 1 ? 1.0 : mix(0.6, mix(0.5, 1.0, pad), near);
  float polish = kind == 0 ? 0.55 * shade : kind == 1 ? 1.6 * clamp(3.0 * dot(normal, toEye), 0.0, 1.0) : 0.22 * mix(0.6, pad, near);
  vec3 plastic = kind == 2 ? body + 0.012 : body;
  vec3 ground = plastic * dark * light + polish * shine;
  vec3 surface = paint * (light - 0.10 * rim * near) + 0.8 * shine;

#ifdef LETTERS
  uint index = min(texelFetch(colors, ivec3(ivec2(base), face), 0).r, 6u);
  vec2 at = f / 0.62 + 0.5;
  if (at == clamp(at, 0.0, 1.0)) {
    vec2 scale = vec2(1.0 / 7.0, 1.0) / 0.62;
    float letter = textureGrad(glyphs, vec2((float(index) + at.x) / 7.0, at.y), dx * scale, dy * scale).a;
    surface = mix(surface, ink[index].rgb, letter * ink[index].a * (1.0 - smoothstep(0.10, 0.16, width)));
  }
#endif
  vec3 lit = mix(ground, surface, cover);
#endif

#ifdef MARKERS
  uint marker = kind == 0 ? texelFetch(markers, ivec3(ivec2(base), face), 0).r : 0u;
  if (marker != 0u) {
    float m = markerShape(marker & 7u, f);
    float soft = max(width, 1e-5);
    vec3 color = markerPalette[marker >> 3];
    lit = mix(lit, outlineOf(color) * light, 0.92 * clamp(0.5 - (m - rimOf(marker & 7u)) / soft, 0.0, 1.0));
    lit = mix(lit, color * light + 0.5 * shine, clamp(0.5 - m / soft, 0.0, 1.0));
  }
#endif

#ifdef FLOATING
  result = vec4(sqrt(lit), 1.0) * cover * 0.92;
#else
  result = vec4(sqrt(lit), 1.0);
#endif
}`;

/** Markers of cells that are too small to hold them: each at least so many pixels wide. */
export const BEACON_VERTEX = `#version 300 es
precision highp float;
layout(location = 0) in vec2 corner;
layout(location = 1) in vec3 center;
layout(location = 2) in float faceNumber;
layout(location = 3) in float marker;

uniform mat4 view;
uniform mat4 projection;
uniform mat3 turned;
uniform vec3 low;
uniform vec3 high;
uniform float size;
uniform float pixels;                  // half the height of the picture
uniform float least;                   // pixels from the middle of a marker to its rim

out vec2 place;
flat out int number;
flat out float soft;
${FRAMES}
void main() {
  int face = int(faceNumber);
  vec3 inside = center - NORMALS[face] / size;   // the middle of the piece: which box it is in
  vec3 normal = mat3(view) * turned * NORMALS[face];
  vec3 middle = (view * vec4(turned * center, 1.0)).xyz;
  float perUnit = projection[1][1] * pixels / -middle.z;
  float radius = 1.0 / size;
  number = int(marker);
  place = corner * 0.5;
  bool here = all(greaterThan(inside, low)) && all(lessThan(inside, high));
  if (!here || radius * perUnit > least || dot(normal, middle) > 0.0) {
    soft = 1.0;
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  radius = least / perUnit;
  soft = 0.5 / least;
  vec2 offset = corner * radius;
  vec3 spot = center + RIGHTS[face] * offset.x + DOWNS[face] * offset.y + NORMALS[face] * 0.004;
  gl_Position = projection * view * vec4(turned * spot, 1.0);
}`;

export const BEACON_FRAGMENT = `#version 300 es
precision highp float;
in vec2 place;
flat in int number;
flat in float soft;
uniform vec3 markerPalette[${MAX_MARKER_COLORS}];
out vec4 result;
${MARKER_SHAPE}
void main() {
  float m = markerShape(uint(number) & 7u, place);
  float cover = clamp(0.5 - (m - 0.015 - rimOf(uint(number) & 7u)) / soft, 0.0, 1.0);
  if (cover == 0.0) discard;
  vec3 color = markerPalette[number >> 3];
  vec3 lit = mix(outlineOf(color), color, clamp(0.5 - m / soft, 0.0, 1.0));
  result = vec4(sqrt(lit), 1.0) * cover;
}`;

export const SHADOW_VERTEX = `#version 300 es
precision highp float;
layout(location = 0) in vec2 corner;
uniform mat4 view;
uniform mat4 projection;
uniform float height;
out vec2 place;
void main() {
  place = corner * 2.6;
  gl_Position = projection * view * vec4(place.x, height, place.y, 1.0);
}`;

export const SHADOW_FRAGMENT = `#version 300 es
precision highp float;
in vec2 place;
uniform float strength;
out vec4 result;
void main() {
  float d = length(max(abs(place) - 0.3, 0.0));
  float alpha = smoothstep(1.25, 0.0, d);
  result = vec4(0.0, 0.0, 0.0, strength * alpha * alpha);
}`;
