/** What the engine has of the counters of a shop before a place is named: nothing. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { type FixedCounters, NO_FIXED_COUNTERS } from "../../../../../contract/channels/policy.ts";
import { LONGEST_TRY } from "../../../../../contract/channels/shop-folder.ts";
import { CountersideError } from "../../../../../contract/error.ts";
import { createCountersGate } from "../../../../../main/engine/subjects/counters/gate.ts";
import { ManualClock } from "../../../../helpers/clock.ts";
import { newFolder, openTestEngine } from "../../../../helpers/engine.ts";
import { closedFile } from "../../../../helpers/file-context.ts";

/** A server whose answer goes on for ever, byte by byte: after what it begins with it has never been silent for long. */
async function startDrippingServer(beginning: string): Promise<{ place: string; cameOnce: Promise<void> }> {
  const open = new Set<Socket>();
  let came: () => void = () => undefined;
  const cameOnce = new Promise<void>((done) => {
    came = done;
  });
  const server = createServer((socket) => {
    open.add(socket.on("error", () => undefined));
    socket.once("data", () => {
      came();
      socket.write(beginning);
      const drip = setInterval(() => socket.write("a"), 20);
      socket.on("close", () => clearInterval(drip));
    });
  });
  await new Promise<void>((done) => server.listen({ host: "127.0.0.1", port: 0 }, done));
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  const address: AddressInfo | string | null = server.address();
  return { place: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`, cameOnce };
}

/** When something is due of a gate over an empty profile. */
function dueOf(fixed: FixedCounters): number[] {
  const clock = new ManualClock();
  const engine = closedFile("/a/connections/b.sqlite", { profile: newFolder(), clock });
  const takeOver = () => Promise.reject(new Error("nothing is taken over"));
  const openBooks = () => {
    throw new CountersideError("not_connected", {});
  };
  createCountersGate({
    engine,
    proxy: null,
    fixed,
    placeSecrets: {},
    books: () => null,
    openBooks,
    takeOver,
  });
  return clock.due().map((at) => at - clock.now());
}

it("nothing is due where no place is named and no figures go anywhere", () => {
  expect(dueOf(NO_FIXED_COUNTERS)).toEqual([]);
});

it("the counters are loaded two seconds after the start where the policy names a place, or where figures go", () => {
  const shopFolder = { place: "/mnt/shop" };
  expect(dueOf({ ...NO_FIXED_COUNTERS, shopFolder })).toEqual([2_000]);
  expect(dueOf({ ...NO_FIXED_COUNTERS, monitoring: { textfile: "/var/lib/figures" } })).toEqual([2_000]);
});

it.each([
  ["header", "HTTP/1.1 207 Multi-Status\r\nx-slow: "],
  ["content", "HTTP/1.1 404 Not Found\r\ncontent-length: 100000000\r\n\r\n"],
])(
  "a place whose %s comes byte by byte is tried for half a minute, and the one before it stays",
  async (_, beginning) => {
    const engine = openTestEngine();
    const before = newFolder();
    await engine.call("shopFolder.set", { place: before });
    const { place, cameOnce } = await startDrippingServer(beginning);
    const refused = engine.refusal("shopFolder.set", { place, key: "k", secret: "s" });
    await cameOnce;
    engine.clock.runUntil(engine.clock.now() + LONGEST_TRY * 1_000);
    expect(await refused).toMatchObject({ code: "place_failed", details: { reason: "no_answer" } });
    expect(await engine.call("shopFolder.get", {})).toMatchObject({ place: before, trouble: null });
  },
);

it("the policy's place is used in place of the one that was set, and its rules and key with it", async () => {
  const rules = { rowsPercent: 1, pricesPercent: 2 };
  const place = newFolder();
  const fixedCounters = { shopFolder: { place, rules, recipient: "age1owner" }, monitoring: null };
  const profile = newFolder();
  const before = openTestEngine({ profile });
  const other = newFolder();
  await before.call("shopFolder.set", { place: other });
  await before.close();
  const engine = openTestEngine({ profile, fixedCounters });
  expect(await engine.call("shopFolder.get", {})).toMatchObject({
    place,
    rules,
    backups: { recipient: "age1owner" },
  });
  await engine.close();
  const after = openTestEngine({ profile });
  expect(await after.call("shopFolder.get", {})).toMatchObject({ place: other });
});
