/**
 * How tests and screenshots speak to the page: its own modules, gathered under one name. The page
 * itself knows nothing of it.
 */
async () => {
  const { player, stage } = await import('/static/js/page/start.js');
  const { session } = await import('/static/js/page/session.js');
  const { settings } = await import('/static/js/page/settings.js');
  const { paint } = await import('/static/js/page/paint.js');
  await import('/static/js/page/app.js'); // which is through when everything is set up
  window.cubesolve = {
    session, settings, player, stage, paint,
    facelets: () => session.track.facelets(),
    size: () => session.track.size,
    cursor: () => session.track.cursor,
    total: () => session.track.moves.length,
    solution: () => session.track.solution?.json ?? null,
    isSolved: () => session.track.isSolved(),
    /** Resolves when nothing moves any more. */
    idle: async () => {
      await player.done;
      await stage.moving;
    },
  };
}
