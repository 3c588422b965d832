/**
 * Loaded before the app when its pictures are taken: lets a call wait until it is let go, so that what a person sees
 * meanwhile can be pictured, or be answered with a state that is hard to come by. It wraps `ipcMain.handle`;
 * the app itself knows nothing of it.
 */
const { ipcMain } = require("electron");

/** @type {Map<string, { wait: Promise<unknown>, letGo: () => void }>} */
const held = new Map();
/** @type {Map<string, unknown>} */
const answers = new Map();
/** @type {Set<string>} */
const waiting = new Set();
const heldChannels = {
  /** @param {string[]} channels */
  hold(channels) {
    for (const channel of channels) {
      /** @type {() => void} */
      let letGo = () => undefined;
      const wait = new Promise((done) => {
        letGo = () => done(undefined);
      });
      held.set(channel, { wait, letGo });
    }
  },
  /** @param {Record<string, unknown>} given */
  answer(given) {
    for (const [channel, value] of Object.entries(given)) answers.set(channel, value);
  },
  answerNoMore() {
    answers.clear();
  },
  /** What the calls that wait ask for, as JSON. */
  waiting: () => [...waiting],
  letGo() {
    for (const { letGo } of held.values()) letGo();
    held.clear();
  },
};
Reflect.set(globalThis, "heldChannels", heldChannels);
// What the page asks at once can be held by nobody who calls.
heldChannels.hold(process.env.COUNTERSIDE_TEST_HOLD?.split(",") ?? []);

const handle = ipcMain.handle.bind(ipcMain);
ipcMain.handle = (name, answer) =>
  handle(name, async (event, channel, ...given) => {
    const holding = held.get(channel);
    if (holding !== undefined) {
      const asked = JSON.stringify([channel, ...given]);
      waiting.add(asked);
      await holding.wait;
      waiting.delete(asked);
    }
    if (answers.has(channel)) return { ok: true, value: answers.get(channel) };
    return answer(event, channel, ...given);
  });
