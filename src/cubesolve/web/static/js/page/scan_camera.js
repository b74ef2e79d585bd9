/** The camera: its film on the page, and a picture when it holds still or when asked. */

import { greyOf, Stillness } from '../model/stillness.js';
import { photoOf } from './scan_pictures.js';

const WIDTH = 64; // pixels of the small picture in which stillness is looked for
const HEIGHT = 48;

/** A film from the camera. */
export class Camera {
  /** @param {HTMLVideoElement} video @param {() => void} onStill told when the picture holds still */
  constructor(video, onStill) {
    this.video = video;
    this.onStill = onStill;
    this.stillness = new Stillness();
    this.isWatching = false;
    /** Frames that were looked at. */
    this.frames = 0;
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
    const look = () => {
      if (this.stream !== stream) return;
      this.video.requestVideoFrameCallback(look);
      this.frames++;
      this.small.drawImage(this.video, 0, 0, WIDTH, HEIGHT);
      const grey = greyOf(this.small.getImageData(0, 0, WIDTH, HEIGHT).data);
      if (this.stillness.look(grey, performance.now()) && this.isWatching) this.onStill();
    };
    this.video.requestVideoFrameCallback(look);
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
