/** How far an import is: known from its own events only, while it is the first in turn. */
import { expect, it, vi } from "vitest";
import {
  runImport,
  stopImport,
  useTurns,
} from "../../../../renderer/screens/reference-data/import/import-turns.ts";
import { standIn } from "../../../helpers/bridge.ts";

it("counts the rows of the import in turn, and begins anew with the next", async () => {
  const counts = { added: 1, updated: 0, unchanged: 0, rejectedCount: 0 };
  const result = { ...counts, rejected: [], ignoredColumns: [] };
  const ends: (() => void)[] = [];
  const counter = standIn({
    "referenceData.import": () => new Promise((done) => ends.push(() => done(result))),
    "referenceData.cancelImport": () => ({ found: true }),
  });
  vi.stubGlobal("window", { counterside: counter.bridge });
  const [first, second] = ["/files/a.csv", "/files/b.csv"].map((path) =>
    runImport({ kind: "product", path }),
  );
  const [ofFirst] = counter.asked("referenceData.import");
  const tell = (importId: string | null | undefined, rows: number, done = false) =>
    counter.tell({
      event: "referenceData.importProgressed",
      payload: { kind: "product", importId: importId ?? null, rows, dryRun: false, done },
    });
  tell(ofFirst?.importId, 700);
  tell("another page's", 9);
  expect(useTurns.getState()).toEqual({ turns: [first?.turn, second?.turn], rows: 700 });
  if (second !== undefined) await stopImport(second.turn);
  ends[1]?.();
  await second?.result;
  expect(useTurns.getState()).toEqual({ turns: [first?.turn], rows: 700 });
  ends[0]?.();
  await first?.result;
  expect(useTurns.getState()).toEqual({ turns: [], rows: 0 });
  expect(counter.faults).toEqual([]);
});
