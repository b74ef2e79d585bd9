/** The camera: its film on the page, and a picture when it holds still or when asked. */

import { greyOf, shrunk, Stillness } from '../model/stillness.js';
import { photoOf } from './scan_pictures.js';

const WIDTH = 64; // pixels of the small picture in which stillness is looked for
const HEIGHT = 48;
const BETWEEN = 100; // milliseconds from one look at the film to the next; it is shown more often

/** A film from the camera. */
export class Camera {
  /** @param {HTMLVideoElement} video @param {() => void} onStill told when the picture holds still */
  constructor(video, onStill) {
    this.video = video;
    this.onStill = onStill;
    this.stillness = new Stillness();
    this.isWatching = false;
    /** @type {MediaStream | null} */
    this.stream = null;
    const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
    this.small = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
  }

  get isOn() {
    return this.stream !== null;
  }

  /** Switch the camera on; say in words why that does not work. @param {string} [device] */
  async start(device) {
    this.stop();
    if (!navigator.mediaDevices) {
      throw new Error('Browsers give the camera only to pages on this machine or over https. Choose photographs instead.');
    }
    const camera = device ? { deviceId: { exact: device } } : { facingMode: 'environment' };
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ video: { ...camera, width: { ideal: 1280 }, height: { ideal: 960 } } });
    } catch (error) {
      throw new Error(reasonOf(/** @type {DOMException} */ (error)), { cause: error });
    }
    this.video.srcObject = this.stream;
    await this.video.play();
    this.stillness = new Stillness();
    this.watch(this.stream);
  }

  /** Switch it off. */
  stop() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.video.srcObject = null;
  }

  /** Cameras to choose from: id and name. @returns {Promise<[string, string][]>} */
  async devices() {
    const all = await navigator.mediaDevices.enumerateDevices();
    return all.filter((one) => one.kind === 'videoinput').map((one, i) => [one.deviceId, one.label || `Camera ${i + 1}`]);
  }

  /** @param {MediaStream} stream */
  watch(stream) {
    let next = 0;
    const shown = async () => {
      if (this.stream !== stream) return;
      this.video.requestVideoFrameCallback(shown);
      if (performance.now() < next) return;
      next = performance.now() + BETWEEN;
      const grey = await this.grey();
      if (this.stream === stream && this.stillness.look(grey, performance.now()) && this.isWatching) this.onStill();
    };
    this.video.requestVideoFrameCallback(shown);
  }

  /** The picture of this moment, small and grey. */
  async grey() {
    if ('VideoFrame' in window) {
      const frame = new VideoFrame(this.video);
      try {
        const { format, visibleRect } = frame;
        // Brightness comes first in these; to draw a frame and read it back takes far longer.
        if (visibleRect && (format === 'I420' || format === 'NV12')) {
          const bytes = new Uint8Array(frame.allocationSize());
          const [{ offset, stride }] = await frame.copyTo(bytes);
          return shrunk(bytes.subarray(offset), stride, visibleRect, { width: WIDTH, height: HEIGHT });
        }
      } finally {
        frame.close();
      }
    }
    this.small.drawImage(this.video, 0, 0, WIDTH, HEIGHT);
    return greyOf(this.small.getImageData(0, 0, WIDTH, HEIGHT).data);
  }

  /** Take a picture now. @param {string} name */
  take(name) {
    const { videoWidth, videoHeight } = this.video;
    return photoOf(this.video, videoWidth, videoHeight, name);
  }

  /** Whether the picture taken last showed a face: if so, the next one waits for another face. @param {boolean} isFace */
  judge(isFace) {
    if (isFace) this.stillness.accept();
    else this.stillness.reject(performance.now());
  }
}

/** @param {DOMException} error */
function reasonOf({ name }) {
  if (name === 'NotAllowedError') return 'This page may not use the camera. Allow it in the browser, or choose photographs instead.';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'There is no camera here. Choose photographs instead.';
  return 'The camera does not answer; another program may be using it. Choose photographs instead.';
}
