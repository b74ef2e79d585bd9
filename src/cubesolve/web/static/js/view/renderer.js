/**
 * Draws a cube of any size with WebGL2: boxes with a texture of colours, nothing per sticker.
 *
 * @typedef {import('../model/geometry.js').Vector} Vector
 * @typedef {import('./layers.js').Segment} Segment
 * @typedef {import('./palette.js').Look} Look
 * @typedef {import('./camera.js').Lens} Lens
 * @typedef {{lens: Lens, x: number, y: number, width: number, height: number, hints: boolean}} Picture
 *   One picture of the cube in the canvas, in device pixels from the bottom left.
 * @typedef {{axis: number, segments: Segment[], fraction: number}} Motion
 * @typedef {{buffer: WebGLFramebuffer | null, parts: (WebGLRenderbuffer | null)[], width: number, height: number, samples: number}} Target
 * @typedef {{program: WebGLProgram, places: Record<string, WebGLUniformLocation | null>}} Program
 */

import { NORMALS, axisOf, cross, dot } from '../model/geometry.js';
import { centerOf, placeOf } from './layers.js';
import { isBright, light, rgb } from './palette.js';
import { changedParts } from './state.js';
import {
  BEACON_FRAGMENT,
  BEACON_VERTEX,
  BOX_VERTEX,
  MAX_MARKER_COLORS,
  SHADOW_FRAGMENT,
  SHADOW_VERTEX,
  boxFragment,
} from './shaders.js';

const [U, R, F, D, L, B] = [0, 1, 2, 3, 4, 5];
const ROUNDING = 0.05; // of a piece's edge, in cells
const HINT_LIFT = 0.95;
const SHADOW_HEIGHT = -1.32;
const MOST_BEACONS = 20_000;
const GLYPH = 128; // pixels of a letter in its texture

/**
 * Vertices of a box with rounded edges: corner, face, whether it lies between faces. Those of the
 * faces come first.
 */
function boxVertices() {
  const faces = /** @type {number[]} */ ([]);
  const edges = /** @type {number[]} */ ([]);
  const sign = (/** @type {number} */ face) => NORMALS[face][axisOf(face)];

  /** @param {[Vector, number][]} polygon */
  const facesOutwards = (polygon) => {
    const [a, b, c] = polygon.map(([corner, face]) => corner.map((x, i) => x * (NORMALS[face][i] ? 1 : 0.9)));
    const side = (/** @type {number[]} */ p) => /** @type {Vector} */ (p.map((x, i) => x - a[i]));
    return dot(cross(side(b), side(c)), /** @type {Vector} */ (a)) > 0;
  };
  /** @param {number[]} list @param {[Vector, number][]} polygon */
  const add = (list, polygon) => {
    const ordered = facesOutwards(polygon) ? polygon : [...polygon].reverse();
    for (let i = 1; i + 1 < ordered.length; i++) {
      for (const [corner, face] of [ordered[0], ordered[i], ordered[i + 1]]) {
        list.push(...corner, face, list === edges ? 1 : 0);
      }
    }
  };
  /** @param {[number, number][]} values */
  const point = (...values) => {
    const corner = /** @type {Vector} */ ([0, 0, 0]);
    for (const [axis, value] of values) corner[axis] = value;
    return corner;
  };

  for (let face = 0; face < 6; face++) {
    const axis = axisOf(face);
    const [u, v] = [0, 1, 2].filter((other) => other !== axis);
    const ring = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
    add(faces, ring.map(([a, b]) => [point([axis, sign(face)], [u, a], [v, b]), face]));
    for (let other = face + 1; other < 6; other++) {
      if (axisOf(other) === axis) continue;
      const third = 3 - axis - axisOf(other);
      const [a, b] = [-1, 1].map((end) => point([axis, sign(face)], [axisOf(other), sign(other)], [third, end]));
      add(edges, [[a, face], [b, face], [b, other], [a, other]]);
    }
  }
  for (const x of [R, L]) for (const y of [U, D]) for (const z of [F, B]) {
    const corner = point([0, sign(x)], [1, sign(y)], [2, sign(z)]);
    add(edges, [[corner, x], [corner, y], [corner, z]]);
  }
  return { data: new Float32Array([...faces, ...edges]), faceCount: faces.length / 5 };
}

/** Column-major rotation about one axis. @param {number} axis @param {number} angle */
function rotation(axis, angle) {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const matrix = new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  matrix[u * 3 + u] = c;
  matrix[u * 3 + v] = s;
  matrix[v * 3 + u] = -s;
  matrix[v * 3 + v] = c;
  return matrix;
}

export class Renderer {
  /** @param {WebGL2RenderingContext} gl */
  constructor(gl) {
    this.gl = gl;
    /** Programs for the boxes, made when they are needed. @type {Map<string, Program>} */
    this.boxes = new Map();
    this.shadow = this.#program(SHADOW_VERTEX, SHADOW_FRAGMENT);
    const { data, faceCount } = boxVertices();
    this.faceCount = faceCount;
    this.vertexCount = data.length / 5;
    this.boxArray = this.#array(data, [3, 1, 1]);
    /** The program for beacons, made when there are some. @type {Program | null} */
    this.beacon = null;
    this.beaconArray = this.#array(new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), [2]);
    this.beaconBuffer = gl.createBuffer();
    this.beaconCount = 0;
    this.shadowArray = this.#array(new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), [2]);
    this.colors = this.#texture();
    this.markers = this.#texture();
    this.glyphs = gl.createTexture();
    this.size = 0;
    this.shownColors = new Uint8Array();
    this.marked = false;
    this.isFine = true;
    /** Where pictures with several samples in a pixel are drawn. @type {Target | null} */
    this.target = null;
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  }

  /** @param {string} vertex @param {string} fragment */
  #program(vertex, fragment) {
    const { gl } = this;
    const program = /** @type {WebGLProgram} */ (gl.createProgram());
    for (const [type, source] of /** @type {[number, string][]} */ ([
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ])) {
      const shader = /** @type {WebGLShader} */ (gl.createShader(type));
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      const logs = gl.getAttachedShaders(program)?.map((shader) => gl.getShaderInfoLog(shader)) ?? [];
      throw new Error(`a shader does not compile: ${[gl.getProgramInfoLog(program), ...logs].join(' ')}`);
    }
    const places = /** @type {Record<string, WebGLUniformLocation | null>} */ ({});
    const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0;
    for (let i = 0; i < count; i++) {
      const name = gl.getActiveUniform(program, i)?.name.replace('[0]', '') ?? '';
      places[name] = gl.getUniformLocation(program, name);
    }
    return { program, places };
  }

  /** @param {Float32Array} data @param {number[]} parts */
  #array(data, parts) {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    const stride = 4 * parts.reduce((sum, part) => sum + part, 0);
    let offset = 0;
    parts.forEach((part, index) => {
      gl.enableVertexAttribArray(index);
      gl.vertexAttribPointer(index, part, gl.FLOAT, false, stride, offset);
      offset += 4 * part;
    });
    return array;
  }

  #texture() {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, texture);
    for (const [name, value] of [
      [gl.TEXTURE_MIN_FILTER, gl.NEAREST],
      [gl.TEXTURE_MAG_FILTER, gl.NEAREST],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    ]) gl.texParameteri(gl.TEXTURE_2D_ARRAY, name, value);
    return texture;
  }

  /** @param {WebGLTexture | null} texture @param {Uint8Array} bytes @param {number} size */
  #upload(texture, bytes, size) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, texture);
    gl.texImage3D(gl.TEXTURE_2D_ARRAY, 0, gl.R8UI, size, size, 6, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE, bytes);
  }

  /** @param {number} size @param {Uint8Array} colors not to be changed afterwards */
  setColors(size, colors) {
    if (this.size === size) {
      this.#uploadChanges(colors);
    } else {
      this.#upload(this.colors, colors, size);
      this.marked = false;
      this.size = size;
    }
    this.shownColors = colors;
  }

  /** Upload what is not as it was. @param {Uint8Array} colors */
  #uploadChanges(colors) {
    const { gl, size } = this;
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, this.colors);
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, size);
    for (const { face, top, left, width, height } of changedParts(this.shownColors, colors, size)) {
      const part = colors.subarray((face * size + top) * size + left, (face + 1) * size * size);
      gl.texSubImage3D(gl.TEXTURE_2D_ARRAY, 0, left, top, face, width, height, 1, gl.RED_INTEGER, gl.UNSIGNED_BYTE, part);
    }
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
  }

  /** @param {Uint8Array | null} markers of the size that was set with the colours */
  setMarkers(markers) {
    this.marked = markers !== null && markers.some((marker) => marker !== 0);
    if (markers !== null && this.marked) this.#upload(this.markers, markers, this.size);
    else this.#upload(this.markers, new Uint8Array(6), 1);
    this.#setBeacons(this.marked ? markers : null);
  }

  /** Markers once more, one by one: small cells cannot hold them. @param {Uint8Array | null} markers */
  #setBeacons(markers) {
    const { gl, size } = this;
    const data = /** @type {number[]} */ ([]);
    this.beaconCount = 0;
    markers?.forEach((marker, slot) => {
      if (marker === 0 || this.beaconCount === MOST_BEACONS) return;
      data.push(...centerOf(size, slot), placeOf(size, slot).face, marker);
      this.beaconCount += 1;
    });
    gl.bindVertexArray(this.beaconArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.beaconBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(data), gl.DYNAMIC_DRAW);
    let offset = 0;
    for (const [index, part] of [[1, 3], [2, 1], [3, 1]]) {
      gl.enableVertexAttribArray(index);
      gl.vertexAttribPointer(index, part, gl.FLOAT, false, 20, offset);
      gl.vertexAttribDivisor(index, 1);
      offset += 4 * part;
    }
  }

  /** @param {Look} look */
  setLook(look) {
    this.look = look;
    for (const program of this.boxes.values()) this.#color(program);
    if (this.beacon) this.#color(this.beacon);
    if (look.letters) this.#drawGlyphs([...look.letters]);
  }

  /** Tell a program the colours. @param {Program} program */
  #color({ program, places }) {
    const { gl } = this;
    const look = /** @type {Look} */ (this.look);
    const letters = [...(look.letters ?? '')];
    gl.useProgram(program);
    gl.uniform3fv(places.palette, look.colors.flatMap(light));
    gl.uniform3fv(places.body, light(look.body));
    gl.uniform4fv(
      places.ink,
      look.colors.flatMap((color, index) => {
        const ink = isBright(color) ? [0.004, 0.004, 0.006] : [0.95, 0.95, 0.95];
        return [...ink, letters[index] === undefined ? 0 : 0.88];
      }),
    );
    gl.uniform3fv(places.markerPalette, look.markerPalette.slice(0, MAX_MARKER_COLORS).flatMap(light));
    gl.uniform1i(places.colors, 0);
    gl.uniform1i(places.markers, 1);
    gl.uniform1i(places.glyphs, 2);
  }

  /**
   * The program for the boxes of a picture, with what it needs and no more.
   * @param {Picture} picture @param {boolean} floating
   */
  #box(picture, floating) {
    const cells = this.size / (picture.height * picture.lens.fy * 0.06); // in a pixel of a slanted face
    const letters = Boolean(this.look?.letters) && !floating;
    const parts = { letters, markers: this.marked, tiny: cells > 0.7, floating };
    const key = Object.values(parts).join();
    const known = this.boxes.get(key);
    if (known) return known;
    const made = this.#program(BOX_VERTEX, boxFragment(parts));
    this.boxes.set(key, made);
    this.#color(made);
    return made;
  }

  /** @param {string[]} letters */
  #drawGlyphs(letters) {
    const { gl } = this;
    const canvas = document.createElement('canvas');
    canvas.width = 7 * GLYPH;
    canvas.height = GLYPH;
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    pen.font = `600 ${GLYPH * 0.8}px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    letters.slice(0, 7).forEach((letter, i) => pen.fillText(letter, (i + 0.5) * GLYPH, 0.54 * GLYPH, 0.9 * GLYPH));
    gl.bindTexture(gl.TEXTURE_2D, this.glyphs);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  }

  /** Draw with so many samples in a pixel, 0 for one. @param {Picture[]} pictures @param {Motion | null} motion @param {number} samples */
  draw(pictures, motion, samples) {
    const { gl } = this;
    this.isFine = samples > 0;
    if (samples === 0) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      this.#drawAll(pictures, motion);
      return;
    }
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#targetOf(width, height, samples).buffer);
    this.#drawAll(pictures, motion);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.invalidateFramebuffer(gl.READ_FRAMEBUFFER, [gl.COLOR_ATTACHMENT0, gl.DEPTH_ATTACHMENT]);
  }

  /** A buffer with several samples in a pixel; the last one if it fits. @param {number} width @param {number} height @param {number} samples */
  #targetOf(width, height, samples) {
    const { gl, target } = this;
    if (target && target.width === width && target.height === height && target.samples === samples) return target;
    if (target) {
      gl.deleteFramebuffer(target.buffer);
      target.parts.forEach((part) => gl.deleteRenderbuffer(part));
    }
    const buffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, buffer);
    const most = Math.min(samples, gl.getParameter(gl.MAX_SAMPLES) ?? 0);
    const parts = [[gl.COLOR_ATTACHMENT0, gl.RGBA8], [gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24]].map(([place, format]) => {
      const part = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, part);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, most, format, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, part);
      return part;
    });
    this.target = { buffer, parts, width, height, samples };
    return this.target;
  }

  /** @param {Picture[]} pictures @param {Motion | null} motion */
  #drawAll(pictures, motion) {
    const { gl } = this;
    const look = /** @type {Look} */ (this.look);
    gl.disable(gl.SCISSOR_TEST);
    const background = look.background === null ? [0, 0, 0, 0] : [...rgb(look.background), 1];
    gl.clearColor(background[0], background[1], background[2], background[3]);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const units = [this.colors, this.markers];
    units.forEach((texture, unit) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D_ARRAY, texture);
    });
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, this.glyphs);
    gl.activeTexture(gl.TEXTURE0);
    pictures.forEach((picture, index) => this.#picture(picture, motion, index === 0));
  }

  /** @param {Picture} picture @param {Motion | null} motion @param {boolean} main */
  #picture(picture, motion, main) {
    const { gl } = this;
    const { lens } = picture;
    gl.viewport(picture.x, picture.y, picture.width, picture.height);
    if (main) this.#shadowUnder(lens);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    if (picture.hints) {
      gl.enable(gl.BLEND);
      gl.depthMask(false);
      gl.cullFace(gl.FRONT);
      this.#boxesOf(picture, motion, HINT_LIFT);
      gl.depthMask(true);
      gl.disable(gl.BLEND);
    }
    gl.cullFace(gl.BACK);
    this.#boxesOf(picture, motion, 0);
    if (this.beaconCount > 0) this.#beacons(picture, motion);
  }

  /** @param {Program} program @param {Lens} lens */
  #use({ program, places }, lens) {
    const { gl } = this;
    gl.useProgram(program);
    gl.uniformMatrix4fv(places.view, false, lens.viewMatrix());
    gl.uniformMatrix4fv(places.projection, false, lens.projectionMatrix());
  }

  /** @param {Picture} picture @param {Motion | null} motion */
  #beacons(picture, motion) {
    const { gl } = this;
    if (!this.beacon) this.#color((this.beacon = this.#program(BEACON_VERTEX, BEACON_FRAGMENT)));
    const { places } = this.beacon;
    this.#use(this.beacon, picture.lens);
    gl.bindVertexArray(this.beaconArray);
    gl.uniform1f(places.size, this.size);
    gl.uniform1f(places.pixels, picture.height / 2);
    const crowd = Math.min(1, 14 / Math.sqrt(this.beaconCount));
    gl.uniform1f(places.least, (5 + 8 * crowd) * (globalThis.devicePixelRatio || 1));
    gl.disable(gl.CULL_FACE);
    gl.enable(gl.BLEND);
    this.#eachSegment(motion, places, () => gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.beaconCount));
    gl.disable(gl.BLEND);
  }

  /** @param {Picture} picture @param {Motion | null} motion @param {number} lift */
  #boxesOf(picture, motion, lift) {
    const { gl, size } = this;
    const box = this.#box(picture, lift > 0);
    const { places } = box;
    this.#use(box, picture.lens);
    gl.bindVertexArray(this.boxArray);
    gl.uniform1f(places.size, size);
    gl.uniform1i(places.mostSamples, this.isFine ? 4 : 2);
    gl.uniform1f(places.lift, lift);
    gl.uniform1f(places.rounding, lift ? 0 : (ROUNDING * 2) / size);
    const count = lift ? this.faceCount : this.vertexCount;
    this.#eachSegment(motion, places, () => gl.drawArrays(gl.TRIANGLES, 0, count));
  }

  /** @param {Motion | null} motion @param {Record<string, WebGLUniformLocation | null>} places @param {() => void} draw */
  #eachSegment(motion, places, draw) {
    const { gl, size } = this;
    const still = { axis: 0, segments: [{ low: 0, high: size, angle: 0 }], fraction: 0 };
    const { axis, segments, fraction } = motion ?? still;
    for (const { low, high, angle } of segments) {
      const from = [-1, -1, -1];
      const to = [1, 1, 1];
      from[axis] = (2 * low) / size - 1;
      to[axis] = (2 * high) / size - 1;
      gl.uniform3fv(places.low, from);
      gl.uniform3fv(places.high, to);
      gl.uniformMatrix3fv(places.turned, false, rotation(axis, angle * fraction));
      draw();
    }
  }

  /** @param {Lens} lens */
  #shadowUnder(lens) {
    const { gl } = this;
    const above = lens.rows[2][1]; // how far the eye looks down
    const strength = 0.5 * Math.max(0, Math.min(1, (above - 0.04) * 4));
    if (strength === 0) return;
    this.#use(this.shadow, lens);
    gl.bindVertexArray(this.shadowArray);
    gl.uniform1f(this.shadow.places.height, SHADOW_HEIGHT);
    gl.uniform1f(this.shadow.places.strength, strength);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.CULL_FACE);
    gl.enable(gl.BLEND);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.disable(gl.BLEND);
  }
}
