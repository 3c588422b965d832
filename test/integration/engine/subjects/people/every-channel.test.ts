/** Every channel tried by every role: what the engine answers, and what the main process's gate answers by itself. */
import { cpSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { THE_PROGRAM } from "../../../../../contract/call.ts";
import { checkDigits } from "../../../../../contract/channels/pin.ts";
import {
  CHANNELS,
  type ChannelName,
  isChannelName,
  isEngineChannel,
} from "../../../../../contract/channels.ts";
import type { Reply } from "../../../../../contract/reply.ts";
import type { Right } from "../../../../../contract/rights.ts";
import { createDispatch, type ShellHandlers } from "../../../../../main/ipc/dispatch.ts";
import { createPeopleGate } from "../../../../../main/shell/people-gate.ts";
import {
  newFolder,
  openPaused,
  openTestEngine,
  TENANT,
  type TestEngine,
  USER,
} from "../../../../helpers/engine.ts";
import { inputsOf } from "../../../../helpers/schema-arbitrary.ts";
import { savePeople, signIn } from "../../../../helpers/staff.ts";
import { memoryFile } from "../../../../unit/shell/stand-ins.ts";

type Says = "allowed" | "approval" | "never";

/** What a cashier and a manager may do until the owner changes it; an owner may do everything. */
const ROLES_SAY: Readonly<Record<Right, readonly [cashier: Says, manager: Says]>> = {
  purchaseReturn: ["allowed", "allowed"],
  taxVoucher: ["approval", "allowed"],
  restoreExchangeRate: ["approval", "allowed"],
  restorePermission: ["approval", "allowed"],
  restoreMeasureUnit: ["approval", "allowed"],
  restoreAccount: ["approval", "allowed"],
  discard: ["approval", "allowed"],
  confirm: ["approval", "allowed"],
  resendUnknown: ["approval", "allowed"],
  import: ["never", "allowed"],
  export: ["never", "allowed"],
  print: ["allowed", "allowed"],
  costs: ["allowed", "allowed"],
  settings: ["never", "approval"],
  people: ["never", "never"],
};

type Needs = "nothing" | "anybody" | readonly Right[];
/** `input`: where a channel needs more or less by what it is given; else any that its schema takes. */
type Row = { needs: Needs; input?: object /** Where the gate knows less. */; gate?: Needs };

const names = (channels: string): string[] => channels.trim().split(/\s+/);
const each = (channels: string, needs: Needs): [string, Row][] =>
  names(channels).map((name) => [name, { needs }]);

const ID = "7a0c4e50-0000-4000-8000-000000000001";
const RATE = { kind: "exchangeRate", fromCurrencyId: "SAR", toCurrencyId: "YER" };
const UNIT = { kind: "measureUnit", measureUnitId: 1 };

const EXPECTED: readonly [string, Row][] = [
  ...each(
    `app.info app.environment app.quit connection.get connection.list connection.check sync.status sync.now policy.get
     ownerPolicy.get settings.get start.answers start.seen updates.status vault.status slipKey.get disk.status support.facts support.contents
     support.save crashes.last crashes.report crashes.seen drill.run practice.status practice.books`,
    "nothing",
  ),
  ...each(
    `outbox.list outbox.get outbox.summary draft.list restore.known documents.search documents.get
     taxVoucher.find mirror.search mirror.browse mirror.lookupBarcode mirror.scan mirror.stock mirror.counts
     mirror.productDetail mirror.unitConversion purchases.search purchases.get expiry.list returnWindows.get scanRules.get
     linkedBarcodes.list audit.list daySheets.list daySheets.get attachment.isReferred
     attachment.ofEntry attachment.present backup.status recovery.refusal recovery.report`,
    "nothing",
  ),
  // What signs in, locks, proves and approves is for who is not signed in. The PIN's channels take the PIN themselves.
  ...each(
    `people.list people.status people.switch people.lock people.reset people.asked people.approve people.permit
     pin.status pin.set pin.change pin.configure pin.remove pin.renewCode pin.reset pin.unlock pin.lock pin.codeShown
     print.recoveryCode print.printers print.content print.drawn`,
    "nothing",
  ),
  ...each(
    `sync.pause sync.resume draft.takeOver draft.remove daySheets.create recovery.seen referenceData.cancelImport
     referenceData.saveSample people.changePin practice.rehearse practice.setServiceUp file.choose link.open
     attachment.choose attachment.receive attachment.open attachment.saveAs print.openSaved slipKey.savePage updates.check
     updates.download updates.restart updates.setAtQuit unknown.match referenceData.preview shopFolder.get
     shopFolder.refresh shopFolder.changes`,
    "anybody",
  ),
  // After a start nobody has typed anything that could come late.
  ["draft.save", { needs: "anybody", gate: "nothing" }],
  // An entry that isn't there needs no right; one whose outcome is unknown does, and only the engine knows it.
  ["outbox.resend", { needs: "anybody" }],
  ["outbox.discard", { needs: ["discard"] }],
  ...each("outbox.markRecorded recovery.decide takeover.receive", ["confirm"]),
  ["shopFolder.goOn", { needs: ["resendUnknown"] }],
  ["purchaseReturn.post", { needs: ["purchaseReturn"] }],
  ["taxVoucher.update", { needs: ["taxVoucher"] }],
  ["restore.request", { needs: ["restoreExchangeRate"], input: RATE }],
  ["restore.request", { needs: ["restorePermission"], input: { kind: "permission", permissionId: 1 } }],
  ["restore.request", { needs: ["restoreMeasureUnit"], input: UNIT }],
  ["restore.request", { needs: ["restoreAccount"], input: { kind: "account", accountId: 1 } }],
  [
    "restore.requestMany",
    { needs: ["restoreExchangeRate", "restoreMeasureUnit"], input: { batchId: ID, records: [RATE, UNIT] } },
  ],
  ...each("mirror.balances mirror.balanceHistory expiry.totals statements.get", ["costs"]),
  ...each("print.slip print.daySheet print.checklist print.slipKey print.backupKey", ["print"]),
  ["print.statement", { needs: ["print", "costs"] }],
  ...each("referenceData.import shopFolder.decide", ["import"]),
  ...each("audit.export takeover.handOver", ["export"]),
  ["backup.create", { needs: "nothing", input: {} }],
  ["backup.create", { needs: ["export"], input: { path: "/nowhere/shop.backup" } }],
  ["settings.set", { needs: "nothing", input: { theme: "dark" } }],
  ["settings.set", { needs: ["settings"], input: { theme: "dark", shopName: "A shop" } }],
  ...each(
    `policy.set backup.setSecondFolder linkedBarcodes.add linkedBarcodes.remove returnWindows.set scanRules.set
     slipKey.renew vault.forget practice.start practice.startOver shopFolder.set shopFolder.configure
     shopFolder.counters shopFolder.makeKey shopFolder.drill takeover.list`,
    ["settings"],
  ),
  ...each("people.save people.configure people.renewCode print.badge", ["people"]),
  // What opens another file, last.
  ...each("recovery.downgrade backup.restore takeover.claim", ["settings", "people"]),
  [
    "connection.save",
    {
      needs: ["settings"],
      input: { serviceUrl: "http://127.0.0.1:9/other", tenantId: TENANT, userId: USER, token: "t" },
    },
  ],
];

const STANDINGS = ["free", "locked", "cashier", "manager", "owner"] as const;
type Standing = (typeof STANDINGS)[number];
type Answer = "goes through" | "nobody signed in" | "never" | "approval";

function expectedOf(standing: Standing, needs: Needs): Answer {
  if (standing === "free" || needs === "nothing") return "goes through";
  if (standing === "locked") return "nobody signed in";
  if (standing === "owner" || needs === "anybody") return "goes through";
  const says = needs.map((right) => ROLES_SAY[right][standing === "cashier" ? 0 : 1]);
  if (says.includes("never")) return "never";
  return says.includes("approval") ? "approval" : "goes through";
}
function answerOf(reply: Reply<unknown>): Answer {
  if (reply.ok) return "goes through";
  const { code, details } = reply.error;
  if (code === "approval_needed") return "approval";
  if (code !== "not_allowed" || details.reason === undefined) return "goes through";
  return details.reason === "nobody_signed_in" ? "nobody signed in" : "never";
}

const recoveryCode = "0".repeat(30) + checkDigits("0".repeat(30));
const FILE = { sha256: "0".repeat(64), name: "paper.pdf" };
/** Where chance finds none, or a file would be written. */
const SAMPLES: Partial<Record<ChannelName, object>> = {
  "people.reset": { personId: ID, recoveryCode, newPin: "1234" },
  "pin.reset": { recoveryCode, newPin: "1234" },
  "print.recoveryCode": { recoveryCode },
  "audit.export": { path: "/nowhere/activity.csv", format: "csv" },
  "attachment.isReferred": FILE,
  "attachment.open": FILE,
  "attachment.saveAs": FILE,
};
/** One that the schema takes, the same in each run. */
function sampleOf(name: ChannelName): unknown {
  if (SAMPLES[name] !== undefined) return SAMPLES[name];
  const schema = CHANNELS[name].input;
  const found = fc
    .sample(inputsOf(schema), { seed: 1, numRuns: 2_000 })
    .find((input) => schema.safeParse(input).success);
  if (found === undefined) throw new Error(`no input of ${name} was found: give it one`);
  return found;
}
const ROWS = EXPECTED.flatMap(([name, row]) =>
  isChannelName(name) ? [{ name, ...row, input: row.input ?? sampleOf(name) }] : [],
);

it("the table names every channel, and no other", () => {
  expect([...new Set(EXPECTED.map(([name]) => name))].sort()).toEqual(Object.keys(CHANNELS).sort());
});

/** A counter in that standing; opened anew from a copy where a call has changed it. */
async function counters(standing: Standing) {
  const template = newFolder();
  const first = await openPaused({ profile: template });
  const people = standing === "free" ? null : await savePeople(first);
  await first.close();
  let open: TestEngine | null = null;
  const make = async (): Promise<TestEngine> => {
    const profile = newFolder();
    cpSync(template, profile, { recursive: true });
    const engine = openTestEngine({ profile });
    if (people !== null && standing !== "free" && standing !== "locked")
      await signIn(engine, people, standing);
    return engine;
  };
  const isAsWanted = async (engine: TestEngine): Promise<boolean> => {
    const reply = await engine.invoke("people.status", {}, { id: "", from: THE_PROGRAM });
    if (!reply.ok) return false;
    const { standing: is } = CHANNELS["people.status"].output.parse(reply.value);
    return is.state === "working" ? is.person.role === standing : is.state === standing;
  };
  return async (): Promise<TestEngine> => {
    if (open === null || !(await isAsWanted(open))) {
      await open?.close();
      open = await make();
    }
    return open;
  };
}

describe.each(STANDINGS)("%s", (standing: Standing) => {
  it("is answered alike by the gate and by the engine, each by itself, as its role says", {
    timeout: 120_000,
  }, async () => {
    const counter = await counters(standing);
    const wrong: string[] = [];
    for (const { name, input, needs, gate = needs } of ROWS) {
      const expected = expectedOf(standing, needs);
      const ask = async (by: string, wanted: Answer, call: () => Promise<Reply<unknown>>): Promise<void> => {
        const reply = await call();
        const answer = answerOf(reply);
        if (!reply.ok && reply.error.code === "internal")
          wrong.push(`${name}, ${by}: ${reply.error.message}`);
        if (answer !== wanted)
          wrong.push(`${name} ${JSON.stringify(input).slice(0, 80)}, ${by}: ${answer}, not ${wanted}`);
        // It is refused by the right that lacks.
        if (
          !reply.ok &&
          (answer === "never" || answer === "approval") &&
          Array.isArray(needs) &&
          !needs.includes(reply.error.details.right)
        )
          wrong.push(`${name}, ${by}: names ${String(reply.error.details.right)}`);
      };
      const engine = await counter();
      const passed = new Proxy<ShellHandlers>(Object.create(null), { get: () => () => ({}) });
      const guard = createPeopleGate(
        (channel, given, from = THE_PROGRAM) => engine.invoke(channel, given, { id: "", from }),
        memoryFile(),
      ).guard;
      const dispatch = createDispatch(
        passed,
        async () => ({ ok: true, value: {} }),
        guard,
        () => undefined,
      );
      const atGate = expectedOf(standing, gate);
      const isEngine = isEngineChannel(name);
      // Approvals are kept by the engine: the gate leaves them to it, and asks for those of the channels that it answers.
      await ask("the gate", isEngine && atGate === "approval" ? "goes through" : atGate, () =>
        dispatch(name, input, CHANNELS[name].page ?? "program"),
      );
      if (isEngine) await ask("the engine", expected, () => engine.invoke(name, input));
    }
    expect(wrong).toEqual([]);
  });
});
