/** Each invariant lets a sound history pass and finds the one thing that is wrong with another. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { AuditFact, EntryFact, Exchange, History } from "./simulator/history.ts";
import { INVARIANTS, problemsOf } from "./simulator/invariants.ts";
import { stuckOf, unfinishedOf } from "./simulator/liveness.ts";
import { type Facts, untruthsOf } from "./simulator/status-truth.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const NOW = 1_800_000_000_000;
const bodyOf = (of: number): string => `{"note":"n${of}","creatorUserId":611}`;

const row = (sequence: number, fields: Partial<EntryFact> = {}): EntryFact => ({
  sequence,
  entry_id: `e${sequence}`,
  kind: "purchaseReturn",
  ordering_key: `k${sequence}`,
  serial_no: `s${sequence}`,
  request_body: bodyOf(sequence),
  request_hash: sha256(bodyOf(sequence)),
  state: "confirmed",
  attempts: 1,
  next_attempt_at: 0,
  last_outcome: "accepted",
  last_error: null,
  created_at: NOW,
  changed_at: NOW,
  resolution_kind: null,
  person: null,
  approver: null,
  ...fields,
});
const exchange = (
  order: number,
  what: "applied" | "foreign" | "uncertain" | "not_applied",
  of = 1,
): Exchange => ({
  order,
  entryId: `e${of}`,
  kind: "purchaseReturn",
  body: bodyOf(of),
  end: { what, order: order + 1 },
  sentAt: NOW + order,
  nudges: 0,
  waitUntil: null,
});
const applied = (n: number, of: number, operation: "purchaseReturn" | "taxVoucher" = "purchaseReturn") => ({
  n,
  operation,
  recordKey: `s${of}`,
  serialNo: `s${of}`,
  body: bodyOf(of),
  wireMade: false,
});
function auditRow(sequence: number, previous_hash: string): AuditFact {
  const details = JSON.stringify({ entryId: `e${sequence}` });
  const said = [sequence, NOW, 501, "d", "purchaseReturn.posted", `s${sequence}`, details];
  return {
    sequence,
    at: NOW,
    user_id: 501,
    device_id: "d",
    action: "purchaseReturn.posted",
    subject: `s${sequence}`,
    details,
    previous_hash,
    hash: sha256(`${previous_hash}\n${JSON.stringify(said)}`),
  };
}
const first = auditRow(1, "0".repeat(64));

const sound: History = {
  merging: false,
  acknowledged: [{ entryId: "e1", kind: "purchaseReturn", serialNo: "s1", body: bodyOf(1) }],
  decisions: [],
  exchanges: [exchange(1, "applied")],
  policy: [],
  consent: [],
  applied: [applied(1, 1)],
  mirrored: ["900", null],
  balances: [{ account: "1101 YER", mirrored: "2026-01-02T00:00:00Z", newestAnswer: "2026-01-02T00:00:00Z" }],
  rows: [row(1)],
  enteredBy: new Map([1, 2].map((of) => [`n${of}`, new Set([611])])),
  given: new Map(),
  bought: [],
  audit: [first, auditRow(2, first.hash)],
  audited: ["purchaseReturn.posted e1"],
};

const GIVEN = new Map([["return 1", [{ documentNo: "P-1", row: 1, pieces: 3 }]]]);
const GIVEN_BACK = [row(1, { request_body: '{"note":"return 1"}' })];
const BOUGHT = { documentNo: "P-1", row: 1, returned: "0.25", waiting: "0", leftInBase: "117" };

const WRONG: readonly [keyof typeof INVARIANTS, string, Partial<History>][] = [
  ["nothingLost", "an acknowledged entry is gone", { rows: [] }],
  ["nothingLost", "its bytes changed", { rows: [row(1, { request_body: "other" })] }],
  ["nothingLost", "its hash is another's", { rows: [row(1, { request_hash: "0" })] }],
  ["endedRightly", "discarded by nobody", { rows: [row(1, { state: "discarded" })] }],
  ["endedRightly", "recorded by nobody", { rows: [row(1, { resolution_kind: "marked_recorded" })] }],
  ["confirmedWithEvidence", "answered about something else", { exchanges: [exchange(1, "foreign")] }],
  ["confirmedWithEvidence", "never answered", { exchanges: [exchange(1, "uncertain")] }],
  [
    "confirmedWithEvidence",
    "consent had ended",
    { exchanges: [exchange(5, "foreign")], consent: [{ from: 1, to: 3 }] },
  ],
  ["confirmedIsInBooks", "the books are empty", { applied: [] }],
  ["mirrorIsOurs", "another tenant's balance", { mirrored: ["900", "-55555"] }],
  [
    "mirrorIsNewest",
    "an older balance over a newer one",
    { balances: [{ account: "1101 YER", mirrored: "2026-01-01", newestAnswer: "2026-01-02" }] },
  ],
  [
    "waitsAsAsked",
    "sent before the time that the service asked for",
    {
      exchanges: [{ ...exchange(1, "not_applied"), waitUntil: NOW + 60_000 }, exchange(3, "applied")],
    },
  ],
  ["sameBytes", "bytes of no entry", { exchanges: [{ ...exchange(1, "applied"), entryId: null }] }],
  ["sameBytes", "other bytes than entered", { exchanges: [{ ...exchange(1, "applied"), body: "b9" }] }],
  ["resentWithLicence", "after a doubt", { exchanges: [exchange(1, "uncertain"), exchange(3, "applied")] }],
  [
    "resentWithLicence",
    "under the owner's policy, after an answer about something else",
    { exchanges: [exchange(1, "foreign"), exchange(3, "applied")], policy: [{ from: 0, to: null }] },
  ],
  ["resentWithLicence", "after success", { exchanges: [exchange(1, "applied"), exchange(3, "applied")] }],
  [
    "resentWithLicence",
    "while under way",
    { exchanges: [{ ...exchange(1, "applied"), end: null }, exchange(3, "applied")] },
  ],
  ["noneTwice", "twice in the books", { applied: [applied(1, 1), applied(2, 1)] }],
  ["noneTwice", "of no entry", { applied: [applied(1, 1), applied(2, 9)] }],
  [
    "noneTwice",
    "replaced and there",
    { rows: [row(1, { state: "discarded", resolution_kind: "corrected" })] },
  ],
  [
    "correctedWasNotSent",
    "an answer was lost before",
    {
      rows: [row(1, { state: "discarded", resolution_kind: "corrected" })],
      exchanges: [exchange(1, "uncertain"), exchange(5, "not_applied")],
    },
  ],
  [
    "orderKept",
    "the newer edit came first",
    {
      rows: [1, 2].map((n) => row(n, { kind: "taxVoucher", ordering_key: "one" })),
      applied: [applied(1, 2, "taxVoucher"), applied(2, 1, "taxVoucher")],
    },
  ],
  ["reasonGiven", "waits without words", { rows: [row(1, { state: "retry_wait", next_attempt_at: NOW })] }],
  ["reasonGiven", "waits without a date", { rows: [row(1, { state: "retry_wait", last_error: "busy" })] }],
  ["reasonGiven", "refused without words", { rows: [row(1, { state: "dead_letter" })] }],
  [
    "leftAddsUp",
    "what was returned still waits",
    { given: GIVEN, bought: [{ ...BOUGHT, returned: "0", waiting: "0.25" }], rows: GIVEN_BACK },
  ],
  [
    "leftAddsUp",
    "a third of a carton was rounded and summed",
    { given: GIVEN, bought: [{ ...BOUGHT, leftInBase: "116.999999" }], rows: GIVEN_BACK },
  ],
  ["leftAddsUp", "a return counts for another line", { given: GIVEN, bought: [BOUGHT] }],
  ["enteredByThem", "somebody else's", { enteredBy: new Map([["n1", new Set([622])]]) }],
  ["enteredByThem", "nobody's", { enteredBy: new Map() }],
  [
    "approvedByAnother",
    "a cashier's edit without an approver",
    { rows: [row(1, { kind: "taxVoucher", person: '{"userId":611}' })] },
  ],
  [
    "approvedByAnother",
    "a cashier's restore that they approved themselves",
    { rows: [row(1, { kind: "restoreAccount", person: '{"userId":611}', approver: '{"userId":611}' })] },
  ],
  ["auditIntact", "a row was changed", { audit: [{ ...first, details: '{"entryId":"e2"}' }] }],
  ["auditIntact", "a row is missing", { audit: [auditRow(2, first.hash)] }],
  ["auditIntact", "an act isn't there", { audited: ["entry.resent e1"] }],
];

describe("the invariants", () => {
  it("find nothing in a sound history", () => expect(problemsOf(sound)).toEqual([]));

  it.each(WRONG)("%s finds: %s", (name, _what, wrong) => {
    expect(INVARIANTS[name]({ ...sound, ...wrong })).not.toEqual([]);
  });

  it("find nothing where bought less returned less waiting is left", () =>
    expect(INVARIANTS.leftAddsUp({ ...sound, given: GIVEN, bought: [BOUGHT], rows: GIVEN_BACK })).toEqual(
      [],
    ));

  it("have a case each", () => {
    expect(new Set(WRONG.map(([name]) => name))).toEqual(new Set(Object.keys(INVARIANTS)));
  });

  it("let a person's word and the owner's policy resend, but not to where repeats merge", () => {
    const twice = {
      exchanges: [exchange(1, "uncertain"), exchange(5, "applied")],
      applied: [applied(1, 1), applied(2, 1)],
    };
    const said = { ...sound, ...twice, decisions: [{ kind: "resend" as const, entryId: "e1", order: 3 }] };
    expect(problemsOf(said)).toEqual([]);
    expect(problemsOf({ ...sound, ...twice, policy: [{ from: 0, to: null }] })).toEqual([]);
    expect(problemsOf({ ...sound, ...twice, policy: [{ from: 0, to: 1 }] })).not.toEqual([]);
    expect(problemsOf({ ...said, merging: true })).not.toEqual([]);
  });

  it("let the owner's consent confirm, also what the books don't hold", () => {
    const counted = { exchanges: [exchange(1, "foreign")], applied: [], consent: [{ from: 0, to: null }] };
    expect(problemsOf({ ...sound, ...counted })).toEqual([]);
  });

  it("let a resent older edit, and what the wire made, out of the order", () => {
    const rows = [1, 2].map((n) => row(n, { kind: "taxVoucher", ordering_key: "one" }));
    const disorder = [applied(1, 2, "taxVoucher"), applied(2, 1, "taxVoucher")];
    const decisions = [{ kind: "resend" as const, entryId: "e1", order: 1 }];
    expect(INVARIANTS.orderKept({ ...sound, rows, applied: disorder, decisions })).toEqual([]);
    const wireMade = disorder.map((one) => ({ ...one, wireMade: true }));
    expect(INVARIANTS.orderKept({ ...sound, rows, applied: wireMade })).toEqual([]);
  });
});

describe("liveness", () => {
  const hour = 3_600_000;
  it("finds what nothing keeps, and what waits for a time that nobody set", () => {
    const due = row(1, { state: "pending", changed_at: NOW - hour });
    expect(stuckOf([due], NOW, hour)).toHaveLength(1);
    expect(stuckOf([due], NOW, 1_000)).toEqual([]);
    const far = row(1, { state: "retry_wait", next_attempt_at: NOW + hour });
    expect(stuckOf([far], NOW, hour)).toHaveLength(1);
    const behind = [row(1, { state: "outcome_unknown" }), { ...due, sequence: 2, ordering_key: "k1" }];
    expect(stuckOf(behind, NOW, hour)).toEqual([]);
  });
  it("finds what is unfinished after a long calm", () => {
    const states = [
      "pending",
      "in_flight",
      "retry_wait",
      "outcome_unknown",
      "dead_letter",
      "confirmed",
    ] as const;
    expect(unfinishedOf(states.map((state, n) => row(n, { state })))).toHaveLength(3);
  });
});

describe("the status", () => {
  const counts = { pending: 1, in_flight: 0, retry_wait: 0, outcome_unknown: 0, dead_letter: 0 };
  const facts: Facts = {
    counts,
    oldestUnsentAt: NOW,
    needsAttention: 0,
    lastConfirmedAt: null,
    paused: false,
    signInNeeded: false,
    link: "well",
    lastContactAt: NOW,
    open: 0,
    linkHas: null,
  };
  const at = new Date(NOW).toISOString();
  const status = {
    state: "online" as const,
    counts,
    oldestUnsentAt: at,
    lastConfirmedAt: null,
    clockDriftMs: null,
    nextAttemptAt: null,
    lastContactAt: at,
    needsAttention: 0,
  };
  it("passes where it is true", () => expect(untruthsOf(status, facts)).toEqual([]));
  const LIES: readonly [string, Partial<Facts>][] = [
    ["a count", { counts: { ...counts, dead_letter: 1 } }],
    ["the oldest", { oldestUnsentAt: NOW - 1 }],
    ["attention", { needsAttention: 1 }],
    ["the last confirmed", { lastConfirmedAt: NOW }],
    ["the last contact", { lastContactAt: null }],
    ["a pause", { paused: true }],
    ["a sign-in", { signInNeeded: true }],
    ["service trouble", { link: "service_trouble" }],
    ["no link", { link: "none" }],
    ["an untried link", { link: "untried" }],
    ["what is under way", { open: 1 }],
    ["a link that has long been down", { linkHas: { been: "down", forMs: 170_000 } }],
  ];
  it.each(LIES)("is found out over %s", (_what, so) => {
    expect(untruthsOf(status, { ...facts, ...so })).not.toEqual([]);
  });
  it("is found out over a link that has long been fair", () => {
    const lie = { ...status, state: "offline" as const };
    const linkHas = { been: "fair" as const, forMs: 500_000 };
    expect(untruthsOf(lie, { ...facts, link: "none", linkHas })).toHaveLength(1);
  });
});
