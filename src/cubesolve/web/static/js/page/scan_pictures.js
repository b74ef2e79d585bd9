/**
 * Photographs for a scan: made small in the browser before they go to the server.
 *
 * @typedef {{name: string, url: string, data: string, width: number, height: number}} Photo
 */

const LONGER = 1600; // pixels
const QUALITY = 0.92;

/** Read a file that someone chose. @param {File} file @returns {Promise<Photo>} */
export async function readPhoto(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new Error(`${file.name} is not a picture that this browser can read.`);
  }
  try {
    return await photoOf(bitmap, bitmap.width, bitmap.height, file.name);
  } finally {
    bitmap.close();
  }
}

/** Take a picture of an image or a film. @param {CanvasImageSource} source @param {number} width @param {number} height @param {string} name @returns {Promise<Photo>} */
export async function photoOf(source, width, height, name) {
  const scale = Math.min(1, LONGER / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw pictures');
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return { name, url: URL.createObjectURL(blob), data: await base64(blob), width: canvas.width, height: canvas.height };
}

/** @param {Blob} blob @returns {Promise<string>} */
function base64(blob) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => fail(new Error('a picture could not be read'));
    reader.readAsDataURL(blob);
  });
}
