/** Exposes the bridge's two functions to the page, and nothing else. Runs sandboxed. */
import { contextBridge, ipcRenderer } from "electron";
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
