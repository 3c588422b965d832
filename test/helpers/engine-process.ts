/** The engine's entry in a plain child process, with the port that Electron would hand to it. */
export {};

const port = {
  postMessage: (message: unknown): void => void process.send?.(message),
  on: (_: "message", listener: (event: { data: unknown }) => void): void =>
    void process.on("message", (data) => listener({ data })),
};
Reflect.set(process, "parentPort", port);
await import("../../main/engine/index.ts");
