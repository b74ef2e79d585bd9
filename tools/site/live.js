/* Every element with the class live-cube becomes a cube: solved, or with a solution to play. */

/** The part of a notebook's model that the widget uses, kept in this page alone. */
function plainModel(values) {
  const bus = new EventTarget();
  return {
    get: (name) => values[name],
    set(name, value) {
      values[name] = value;
      bus.dispatchEvent(new Event(`change:${name}`));
    },
    save_changes() {},
    on: (names, run) => names.split(' ').forEach((name) => bus.addEventListener(name, run)),
    off: (names, run) => names.split(' ').forEach((name) => bus.removeEventListener(name, run)),
  };
}

for (const el of document.querySelectorAll('.live-cube')) {
  const size = Number(el.dataset.size ?? 3);
  const plays = el.dataset.plays === 'solution';
  const area = size * size;
  const palette = ['#ffffff', '#c41e3a', '#009b48', '#ffd500', '#ff7000', '#0051ba'];
  widget.render({
    el,
    model: plainModel({
      size: plays ? SOLUTION.size : size,
      start: plays ? SOLUTION.facelets : [...'URFDLB'].map((face) => face.repeat(area)).join(''),
      moves: plays ? SOLUTION.steps.map((step) => step.alg).join(' ') : '',
      cursor: 0, solution: plays ? SOLUTION : null, palette, playing: false, speed: 3, marks: true,
      height: Number(el.dataset.height ?? 300),
    }),
  });
}
