/** What a browser does for people whose hands hold a cube: it speaks, and it keeps the screen awake. */

/** Say something aloud, instead of what is being said. @param {string} text */
export function speak(text) {
  if (!('speechSynthesis' in window)) return;
  speechSynthesis.cancel();
  const saying = new SpeechSynthesisUtterance(text);
  saying.lang = 'en';
  speechSynthesis.speak(saying);
}

/** Whether this browser can speak. */
export const canSpeak = () => 'speechSynthesis' in window;

/** Stop speaking. */
export function hush() {
  if (canSpeak()) speechSynthesis.cancel();
}

/** Keeps the screen on from `hold` to `release`, also when the page was hidden in between. */
export class AwakeScreen {
  /** @type {WakeLockSentinel | null} */ #lock = null;
  #isWanted = false;
  #again = () => {
    if (this.#isWanted && document.visibilityState === 'visible') this.#ask();
  };

  hold() {
    this.#isWanted = true;
    document.addEventListener('visibilitychange', this.#again);
    this.#ask();
  }

  async #ask() {
    try {
      this.#lock = (await navigator.wakeLock?.request('screen')) ?? null;
      if (!this.#isWanted) this.release();
    } catch {
      this.#lock = null; // not allowed, or the battery is low: the screen sleeps as usual
    }
  }

  release() {
    this.#isWanted = false;
    document.removeEventListener('visibilitychange', this.#again);
    this.#lock?.release();
    this.#lock = null;
  }
}
