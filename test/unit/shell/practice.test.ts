import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Settings } from "../../../contract/channels/shell.ts";
import type { Reply } from "../../../contract/reply.ts";
import { createSerialQueue } from "../../../main/lib/serial-queue.ts";
import { createPracticeMode } from "../../../main/shell/practice/practice.ts";
import type { PracticeHost, PracticeState } from "../../../main/shell/practice/practice-host.ts";
import { SILENT } from "../../helpers/file-context.ts";

const STATE: PracticeState = {
  type: "state",
  up: true,
  serviceUrl: "http://127.0.0.1:4000",
  token: "practice-token",
  tenantId: 7001,
  userId: 501,
  language: "en",
  trouble: null,
};

/** Practice mode on a simulated system that answers with `rehearsed`; `saved`: what the engine says to a connection. */
function practiceMode(rehearsed: Promise<PracticeState>, saved: () => Reply<unknown>) {
  const saves: unknown[] = [];
  const host: PracticeHost = {
    start: async () => STATE,
    name: async () => STATE,
    setUp: async () => STATE,
    rehearse: () => rehearsed,
    startOver: () => rehearsed,
    books: async () => ({ transactions: [], balances: [] }),
    state: () => STATE,
    stop: async () => undefined,
  };
  const mode = createPracticeMode({
    host,
    invoke: async (channel) => ({ ok: true, value: channel === "mirror.counts" ? { kinds: [] } : null }),
    saveConnection: async (wanted) => {
      saves.push(wanted);
      return saved();
    },
    turns: createSerialQueue(),
    folder: mkdtempSync(join(tmpdir(), "counterside-practice-")),
    language: () => "en",
    emit: () => undefined,
    log: SILENT,
  });
  return { mode, saves };
}

const taken = (): Reply<unknown> => ({ ok: true, value: null });
const off = { code: "wrong_state", message: "Practice mode is off." };

test.each(["rehearse", "startOver"] as const)(
  "what %s asked for takes no real connection's place that was saved meanwhile",
  async (asked) => {
    let answer: (state: PracticeState) => void = () => undefined;
    const rehearsed = new Promise<PracticeState>((resolve) => {
      answer = resolve;
    });
    const { mode, saves } = practiceMode(rehearsed, taken);
    await mode.start();
    const ended = asked === "rehearse" ? mode.rehearse(null) : mode.startOver();
    await mode.leave();
    answer(STATE);
    await expect(ended).rejects.toMatchObject(off);
    expect(saves).toHaveLength(1);
  },
);

test("practice mode is off where the engine refused its connection, and rehearses nothing", async () => {
  const refused: Reply<unknown> = {
    ok: false,
    error: { code: "wrong_state", message: "no", details: {} },
  };
  const { mode, saves } = practiceMode(Promise.resolve(STATE), () => refused);
  await expect(mode.start()).rejects.toMatchObject({ message: "no" });
  expect(mode.status().active).toBe(false);
  await expect(mode.rehearse(null)).rejects.toMatchObject(off);
  expect(saves).toHaveLength(1);
});

type Language = Settings["language"];

/**
 * Practice mode whose lists say only which language their names are in; what tests set is in `shop`. `goOn`: what the
 * naming waits for.
 */
function shopOfTwoLanguages() {
  const folder = mkdtempSync(join(tmpdir(), "counterside-practice-"));
  const files = join(folder, "reference-data");
  mkdirSync(files);
  const shop = {
    language: "en" as Language,
    lists: new Map<string, string>(),
    importsUntilRefusal: Number.POSITIVE_INFINITY,
    failsToWrite: false,
    goOn: Promise.resolve(),
    isNaming: false,
    isRunning: false,
  };
  let spoken: Language = "en";
  const state = () => ({ ...STATE, language: spoken });
  const write = () => {
    for (const kind of ["product", "account", "store"]) writeFileSync(join(files, `${kind}.csv`), spoken);
    return state();
  };
  const host: PracticeHost = {
    start: async () => {
      if (!shop.isRunning) spoken = shop.language;
      shop.isRunning = true;
      return write();
    },
    name: async (wanted) => {
      shop.isNaming = true;
      await shop.goOn;
      spoken = wanted;
      if (shop.failsToWrite) throw new Error("no room");
      return write();
    },
    setUp: async () => state(),
    rehearse: async () => state(),
    startOver: async () => {
      shop.lists.clear();
      return write();
    },
    books: async () => ({ transactions: [], balances: [] }),
    state: () => (shop.isRunning ? state() : null),
    stop: async () => undefined,
  };
  const mode = createPracticeMode({
    host,
    invoke: async (channel, input) => {
      if (channel === "mirror.counts") {
        const kinds = [...shop.lists.keys()].map((kind) => ({ kind, live: 1, deleted: 0, importedAt: NOW }));
        return { ok: true, value: { kinds } };
      }
      if (channel !== "referenceData.import") return { ok: true, value: null };
      shop.importsUntilRefusal -= 1;
      if (shop.importsUntilRefusal < 0)
        return { ok: false, error: { code: "internal", message: "no", details: {} } };
      const { kind, path } = z.object({ kind: z.string(), path: z.string() }).parse(input);
      shop.lists.set(kind, readFileSync(path, "utf8"));
      return { ok: true, value: null };
    },
    saveConnection: async () => ({ ok: true, value: null }),
    turns: createSerialQueue(),
    folder,
    language: () => shop.language,
    emit: () => undefined,
    log: SILENT,
  });
  return { mode, shop, names: () => [...shop.lists.values()] };
}

const NOW = "2026-05-02T07:30:00.000Z";
const ENGLISH = ["en", "en", "en"];

test("a language chosen right after another: the names of the shop and of a new one are in the last", async () => {
  const { mode, shop, names } = shopOfTwoLanguages();
  await mode.start();
  let name: () => void = () => undefined;
  shop.goOn = new Promise((resolve) => {
    name = resolve;
  });
  shop.language = "ar";
  const first = mode.speak();
  await expect.poll(() => shop.isNaming).toBe(true);
  shop.language = "en";
  const second = mode.speak();
  name();
  await Promise.all([first, second]);
  expect(names()).toEqual(ENGLISH);
  await mode.startOver();
  expect(names()).toEqual(ENGLISH);
});

/** Chooses Arabic, which fails by this trouble, and then English again. */
async function failInArabic(
  { mode, shop }: ReturnType<typeof shopOfTwoLanguages>,
  trouble: Partial<Pick<typeof shop, "importsUntilRefusal" | "failsToWrite">>,
  message: string,
): Promise<void> {
  await mode.start();
  Object.assign(shop, { language: "ar" }, trouble);
  await expect(mode.speak()).rejects.toMatchObject({ message });
  Object.assign(shop, { language: "en", importsUntilRefusal: Number.POSITIVE_INFINITY, failsToWrite: false });
}

test("a language whose names were imported in part: all are imported in the next", async () => {
  const practice = shopOfTwoLanguages();
  await failInArabic(practice, { importsUntilRefusal: 2 }, "no");
  expect(practice.names().toSorted()).toEqual(["ar", "ar", "en"]);
  await practice.mode.speak();
  expect(practice.names()).toEqual(ENGLISH);
});

test("a language that the service failed to write, and the former again: a new shop has the former's names", async () => {
  const practice = shopOfTwoLanguages();
  await failInArabic(practice, { failsToWrite: true }, "no room");
  await practice.mode.startOver();
  expect(practice.names()).toEqual(ENGLISH);
});

test("a language chosen while the service doesn't run: its names are imported when it runs again", async () => {
  const { mode, shop, names } = shopOfTwoLanguages();
  shop.language = "ar";
  await mode.start();
  shop.isRunning = false;
  shop.language = "en";
  await mode.speak();
  await mode.setServiceUp(true);
  expect(names()).toEqual(ENGLISH);
});
