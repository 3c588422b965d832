/** An answer that ends only with its connection, and is larger than the program reads. */
import { expect, it } from "vitest";
import { connect, enter, openTestEngine, until } from "../../../../helpers/engine.ts";
import { startHttpService } from "../../../../helpers/http-service.ts";

it("an answer without a length that never ends leaves its entry unknown and the engine running", async () => {
  const engine = openTestEngine();
  const service = await startHttpService((outgoing) => {
    const { socket } = outgoing;
    const piece = Buffer.alloc(1_048_576, " ");
    const pour = (): void => {
      while (socket !== null && !socket.destroyed && socket.write(piece));
    };
    socket?.on("drain", pour).on("error", () => undefined);
    socket?.write("HTTP/1.1 200 OK\r\n\r\n");
    pour();
  });
  await connect(engine, service.url);
  const entryId = await enter(engine, "purchaseReturn");
  await until(async () => {
    engine.clock.runUntil(engine.clock.now());
    return (await engine.entry(entryId)).state === "outcome_unknown";
  });
  expect((await engine.entry(entryId)).lastProblem).toEqual({
    code: "no_evidence",
    params: { reason: "too_large" },
  });
});
