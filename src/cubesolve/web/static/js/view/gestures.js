/**
 * Fingers and mouse on a canvas, told apart: one pointer that drags, two that pinch, a wheel, a tap.
 *
 * @typedef {object} Hands
 * @property {(x: number, y: number, event: PointerEvent) => boolean} press whether the pointer took
 *   hold of something; if not, it moves the camera
 * @property {(x: number, y: number, event: PointerEvent) => void} drag of what was taken hold of
 * @property {(cancelled: boolean, event: PointerEvent) => void} release of what was taken hold of
 * @property {(x: number, y: number, event: PointerEvent) => void} tap
 * @property {(dx: number, dy: number) => void} orbit in pixels
 * @property {() => void} orbitEnd
 * @property {(dx: number, dy: number) => void} pan in pixels
 * @property {(factor: number, x: number, y: number) => void} [zoom] about a place; without it the
 *   wheel scrolls the page
 */

const DEAD_ZONE = { mouse: 4, pen: 6, touch: 9 }; // pixels that a tap may wander
const WHEEL = 0.0016;

export class Gestures {
  /** @param {HTMLCanvasElement} canvas @param {Hands} hands */
  constructor(canvas, hands) {
    this.canvas = canvas;
    this.hands = hands;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    /** @type {'none' | 'wait' | 'drag' | 'orbit' | 'pan' | 'pinch'} */
    this.doing = 'none';
    this.holds = false;
    this.start = { x: 0, y: 0 };
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    canvas.style.touchAction = 'none';
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    canvas.addEventListener('pointermove', (event) => this.#move(event), { signal });
    canvas.addEventListener('pointerup', (event) => this.#up(event, false), { signal });
    canvas.addEventListener('pointercancel', (event) => this.#up(event, true), { signal });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    if (hands.zoom) canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
  }

  dispose() {
    this.listeners.abort();
  }

  /** Forget what is held, because it changed meanwhile. */
  letGo() {
    if (this.holds) this.doing = 'none';
    this.holds = false;
  }

  /** @param {PointerEvent | WheelEvent} event */
  #place(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const place = this.#place(event);
    this.pointers.set(event.pointerId, place);
    this.canvas.setPointerCapture(event.pointerId);
    if (this.pointers.size === 2) {
      if (this.holds) this.hands.release(true, event);
      this.holds = false;
      this.doing = 'pinch';
      return;
    }
    if (this.pointers.size > 2) return;
    this.start = place;
    const turnsCube = event.button === 2 || event.altKey;
    const pans = event.button === 1;
    this.holds = !turnsCube && !pans && this.hands.press(place.x, place.y, event);
    this.doing = pans ? 'pan' : this.holds || event.button === 0 ? 'wait' : 'orbit';
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#place(event);
    if (this.doing === 'pinch') this.#pinch(event.pointerId, before, now);
    this.pointers.set(event.pointerId, now);
    if (this.doing === 'wait') {
      const zone = DEAD_ZONE[/** @type {'mouse'} */ (event.pointerType)] ?? DEAD_ZONE.touch;
      if (Math.hypot(now.x - this.start.x, now.y - this.start.y) < zone) return;
      this.doing = this.holds ? 'drag' : 'orbit';
    }
    if (this.doing === 'drag') this.hands.drag(now.x, now.y, event);
    if (this.doing === 'orbit') this.hands.orbit(now.x - before.x, now.y - before.y);
    if (this.doing === 'pan') this.hands.pan(now.x - before.x, now.y - before.y);
  }

  /** @param {number} id @param {{x: number, y: number}} before @param {{x: number, y: number}} now */
  #pinch(id, before, now) {
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!other || this.pointers.size !== 2) return;
    const spread = (/** @type {{x: number, y: number}} */ a) => Math.hypot(a.x - other.x, a.y - other.y);
    this.hands.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.hands.zoom?.(spread(now) / Math.max(1, spread(before)), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  /** @param {PointerEvent} event @param {boolean} cancelled */
  #up(event, cancelled) {
    if (!this.pointers.delete(event.pointerId)) return;
    const { doing } = this;
    if (doing === 'pinch') {
      if (this.pointers.size === 0) this.doing = 'none';
      return;
    }
    if (this.pointers.size > 0) return;
    this.doing = 'none';
    if (doing === 'wait' && !cancelled) {
      const { x, y } = this.#place(event);
      this.hands.tap(x, y, event);
    }
    if (doing === 'orbit') this.hands.orbitEnd();
    if (this.holds) this.hands.release(cancelled || doing === 'wait', event);
    this.holds = false;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1;
    const { x, y } = this.#place(event);
    const amount = Math.max(-240, Math.min(240, event.deltaY * lines));
    this.hands.zoom?.(Math.exp(-amount * WHEEL * (event.ctrlKey ? 4 : 1)), x, y);
  }
}
