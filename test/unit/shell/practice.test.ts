import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Settings } from "../../../contract/channels/shell.ts";
import type { Reply } from "../../../contract/reply.ts";
import { createSerialQueue } from "../../../main/lib/serial-queue.ts";
import { createPracticeMode } from "../../../main/shell/practice/practice.ts";
import type { PracticeHost, PracticeState } from "../../../main/shell/practice/practice-host.ts";
import { SILENT } from "../../helpers/file-context.ts";

interface InLanguage {
  language: () => Settings["language"];
}

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
function practiceMode(
  rehearsed: Promise<PracticeState>,
  saved: () => Reply<unknown>,
  { name = async () => STATE, language = () => "en" }: Partial<Pick<PracticeHost, "name"> & InLanguage> = {},
) {
  const saves: unknown[] = [];
  const host: PracticeHost = {
    start: async () => STATE,
    name,
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
    language,
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

test("a language chosen while the shop gets its names in another is that of its names in the end", async () => {
  let language: Settings["language"] = "en";
  const named: Settings["language"][] = [];
  let goOn: () => void = () => undefined;
  const isNamed = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const name: PracticeHost["name"] = async (wanted) => {
    named.push(wanted);
    await isNamed;
    return { ...STATE, language: wanted };
  };
  const { mode } = practiceMode(Promise.resolve(STATE), taken, { name, language: () => language });
  await mode.start();
  language = "ar";
  const toArabic = mode.speak();
  await expect.poll(() => named).toEqual(["ar"]);
  language = "en";
  const backToEnglish = mode.speak();
  goOn();
  await Promise.all([toArabic, backToEnglish]);
  expect(named).toEqual(["ar", "en"]);
});
