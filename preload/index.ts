/** Exposes the bridge's two functions to the page, and nothing else; gives back what a start left. Runs sandboxed. */
import { contextBridge, ipcRenderer, webFrame } from "electron";
import { type CountersideBridge, IPC_EVENT, IPC_INVOKE } from "../contract/bridge.ts";
import type { CountersideEvent } from "../contract/events.ts";

const bridge: CountersideBridge = {
  invoke: (channel, input) => ipcRenderer.invoke(IPC_INVOKE, channel, input),
  subscribe: (listener) => {
    const onMessage = (_: Electron.IpcRendererEvent, event: CountersideEvent) => listener(event);
    ipcRenderer.on(IPC_EVENT, onMessage);
    return () => {
      ipcRenderer.off(IPC_EVENT, onMessage);
    };
  },
};

contextBridge.exposeInMainWorld("counterside", bridge);

/** Nobody works at a page that has met no key and no pointer for so long. */
const AT_REST_MS = 10_000;
const WORK = ["keydown", "pointerdown"] as const;

// What a start reads, compiles and throws away is as much memory as a page keeps. It is given back once, when that holds
// nobody up.
let rest = setTimeout(giveBack, AT_REST_MS);

function giveBack(): void {
  for (const work of WORK) removeEventListener(work, putOff, true);
  webFrame.clearCache();
}

function putOff(): void {
  clearTimeout(rest);
  rest = setTimeout(giveBack, AT_REST_MS);
}

for (const work of WORK) addEventListener(work, putOff, true);
