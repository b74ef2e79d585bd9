/**
 * A square seen in perspective: from places on a face to places in a picture.
 *
 * @typedef {[number, number]} Point
 */

/**
 * The projection that takes (0, 0), (1, 0), (1, 1) and (0, 1) to four corners.
 * @param {Point[]} corners @returns {(u: number, v: number) => Point}
 */
export function ontoQuad([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const dx = x0 - x1 + x2 - x3;
  const dy = y0 - y1 + y2 - y3;
  const ax = x1 - x2;
  const bx = x3 - x2;
  const ay = y1 - y2;
  const by = y3 - y2;
  const size = ax * by - bx * ay;
  const g = (dx * by - bx * dy) / size;
  const h = (ax * dy - dx * ay) / size;
  return (u, v) => {
    const w = g * u + h * v + 1;
    return [
      (x0 + (x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v) / w,
      (y0 + (y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v) / w,
    ];
  };
}

/** Whether four corners go around a face, none of them dented in. @param {Point[]} corners */
export function isConvex(corners) {
  return corners.every((corner, i) => {
    const [a, b] = [corners[(i + 1) % 4], corners[(i + 2) % 4]];
    return (a[0] - corner[0]) * (b[1] - a[1]) - (a[1] - corner[1]) * (b[0] - a[0]) > 1e-4;
  });
}

/** @param {Point[]} corners */
const areaOf = (corners) => corners.reduce((sum, [x, y], i) => sum + x * corners[(i + 1) % 4][1] - y * corners[(i + 1) % 4][0], 0) / 2;

/** Whether a point is inside convex corners. @param {Point[]} corners @param {Point} point */
function isInside(corners, [x, y]) {
  return corners.every(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % 4];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
  });
}

const PART = 0.4; // of a grid's area that another one in its place must have

/** Whether a grid may take the place of another: it lies there, or it is larger. @param {Point[]} again @param {Point[]} found */
export function mayReplace(again, found) {
  const center = /** @type {Point} */ ([0, 1].map((axis) => found.reduce((sum, corner) => sum + corner[axis] / 4, 0)));
  return areaOf(again) > (isInside(again, center) ? PART : 1) * areaOf(found);
}
