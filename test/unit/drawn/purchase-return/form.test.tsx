/** A purchase return on the screen: posted once, refused at its fields, kept while it is typed. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { EntryDetail } from "../../../../contract/channels/posting.ts";
import { invalidField } from "../../../../contract/error.ts";
import PurchaseReturnScreen from "../../../../renderer/screens/purchase-return/index.tsx";
import { PostedNotice } from "../../../../renderer/screens/purchase-return/notices.tsx";
import { useReturns } from "../../../../renderer/screens/purchase-return/returns-store.ts";
import { SHOP } from "../../../helpers/bridge.ts";
import { type Drawn, draw } from "../../../helpers/drawn.tsx";
import { attempt, entry } from "../../../helpers/printed-entries.ts";
import { refused } from "../../../helpers/refused.ts";
import {
  DRAFT,
  FILLED,
  forgetReturns,
  kept,
  LINE,
  OTHER,
  open,
  POSTED,
  POSTED_NOW,
} from "./open-returns.tsx";

const CONNECTION = {
  serviceUrl: "https://books.example/api",
  tenantId: 7001,
  userId: 501,
  deviceId: "11111111-1111-4111-8111-111111111111",
  hasToken: true,
  practice: false,
};

beforeEach(forgetReturns);

const BACK = { event: "recovery.changed", payload: { kind: "damaged", recovered: true } } as const;
const AWAY = { state: "recovering", counts: null, oldestUnsentAt: null, knownAt: null, cause: null };
const isAway = () => {
  throw refused("storage_busy", AWAY);
};

describe("the returns that were typed before, where they could not be read", () => {
  it.each([
    ["as soon as the file is back", ({ tell }: Drawn) => tell(BACK)],
    ["once one tries again", ({ user }: Drawn) => user.click(screen.getByText("Try again"))],
  ])("are read %s", async (_when, readAgain) => {
    const drawn = await draw(<PurchaseReturnScreen />, { answers: { "draft.list": isAway } });
    await screen.findByText("Try again");
    drawn.answer({ "draft.list": () => ({ drafts: [kept(FILLED)] }) });
    await readAgain(drawn);
    await screen.findByRole("grid");
    expect(screen.queryByText("Try again")).toBeNull();
    expect(useReturns.getState().activeId).toBe(DRAFT);
  });
});

const postButton = () => screen.getByRole("button", { name: /^Save and send return/ });
/** A promise that the test settles: what the engine has not answered yet. */
function held<Value>(): { promise: Promise<Value>; settle: (value: Value) => void } {
  let settle: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => {
    settle = done;
  });
  return { promise, settle };
}

describe("posting a return", () => {
  it.each([
    ["two clicks", "{}"],
    ["two times Ctrl+Enter", "{Control>}{Enter}{Enter}{/Control}"],
    ["Ctrl+Enter held down", "{Control>}{Enter>3/}{/Control}"],
  ])("asks the engine once for %s", async (_how, keys) => {
    const reply = held<typeof POSTED>();
    const { user, asked } = await open({ answers: { "purchaseReturn.post": () => reply.promise } });
    if (keys === "{}") await user.dblClick(postButton());
    else await user.keyboard(keys);
    await user.click(postButton());
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(asked("purchaseReturn.post")).toHaveLength(1);
    // A posting that takes a few milliseconds is not drawn as busy.
    await waitFor(() => expect(postButton().getAttribute("aria-busy")).toBe("true"));
    reply.settle(POSTED);
    await screen.findByText(/Saved on this computer/);
    expect(asked("purchaseReturn.post")).toHaveLength(1);
  });

  it.each<[string, () => void]>([
    ["two clicks", () => fireEvent.click(postButton())],
    ["two times Ctrl+Enter", () => fireEvent.keyDown(document.body, { code: "Enter", ctrlKey: true })],
  ])("asks the engine once for %s that come before anything is drawn anew", async (_how, press) => {
    const { asked } = await open();
    act(() => {
      press();
      press();
    });
    await screen.findByText(/Saved on this computer/);
    expect(asked("purchaseReturn.post")).toHaveLength(1);
  });

  it("sends what is on the screen, every amount as it was typed", async () => {
    const { user, asked } = await open();
    await user.clear(screen.getByLabelText("Quantity, line 1"));
    await user.type(screen.getByLabelText("Quantity, line 1"), "٠٫١");
    await user.click(postButton());
    await screen.findByText(/Saved on this computer/);
    expect(asked("purchaseReturn.post")).toMatchObject([
      {
        draftId: DRAFT,
        supplierAccountId: "1101",
        cashOrBankAccountId: "2001",
        storeId: "1",
        currencyId: "YER",
        lines: [{ productId: "1001", measureUnitId: "1", price: "2.5", quantity: "0.1" }],
      },
    ]);
  });

  it("tells whose return was kept, its lines and its amount, and does not call it confirmed", async () => {
    const { user } = await open({ entry: { state: "pending", subject: "Hadramout Foods" } });
    await user.click(postButton());
    const found = await screen.findByText(/Return to .*Hadramout Foods/);
    expect(found.parentElement?.textContent).toContain("Saved on this computer, 1 line. Not yet confirmed.");
    const facts = within(screen.getByTestId("posted-return"));
    expect(screen.getByTestId("posted-return").textContent).toContain("7.50YER");
    facts.getByText("Waiting to be sent");
    expect(facts.queryByText(/^Confirmed/)).toBeNull();
  });

  it("is shown once, in an element that was there before, and what can be done with it comes after", async () => {
    const { user } = await open({
      entry: { state: "pending", subject: "Hadramout Foods" },
      answers: {
        "mirror.search": (input) =>
          SHOP["mirror.search"]?.({ ...input, text: input.text === "1101" ? "Hadramout" : input.text }) ?? {
            rows: [],
          },
      },
    });
    await screen.findByDisplayValue("Hadramout Foods");
    const there = [...document.querySelectorAll("section [role=status]")];
    const said: { words: string; whole: boolean }[] = [];
    const hear = () => {
      const words = there.map(({ textContent }) => textContent).join("");
      if (words !== (said.at(-1)?.words ?? ""))
        said.push({ words, whole: screen.queryByTestId("posted-return") !== null });
    };
    new MutationObserver(hear).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    await user.click(postButton());
    const whole = await screen.findByTestId("posted-return");
    within(whole).getByRole("button", { name: "Print slip" });
    await within(whole).findByText("Waiting to be sent");
    expect(there.some((place) => whole.contains(place))).toBe(true);
    const words = expect.stringMatching(/Return to .*Hadramout Foods.*: Saved on this computer, 1 line\./);
    expect(said).toEqual([{ words, whole: false }]);
    expect(document.activeElement).toBe(screen.getByLabelText("Supplier"));
  });

  it("leaves an empty return for the next one, and the same is not posted again", async () => {
    const { user, asked } = await open();
    await user.click(postButton());
    await screen.findByText(/Saved on this computer/);
    await screen.findByText("Scan the first product");
    await user.click(postButton());
    screen.getByText("The return has no lines yet. Scan or type a product first.");
    expect(asked("purchaseReturn.post")).toHaveLength(1);
  });

  it("asks again under the same draft when the reply is lost, and ends with the entry that it became", async () => {
    let lost = 1;
    const { user, asked } = await open({
      answers: {
        "purchaseReturn.post": () => {
          lost -= 1;
          if (lost >= 0) throw refused("engine_unavailable");
          return POSTED;
        },
      },
    });
    await user.click(postButton());
    await screen.findByText(/Saved on this computer/);
    const [first, second, ...more] = asked("purchaseReturn.post");
    expect(first?.draftId).toBe(DRAFT);
    expect(second).toEqual(first);
    expect(more).toEqual([]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is not asked for again where another connection was opened meanwhile, and its draft is not saved there", async () => {
    let tenantId = CONNECTION.tenantId;
    const { user, asked } = await open({
      answers: {
        "connection.get": () => ({ ...CONNECTION, tenantId }),
        "purchaseReturn.post": () => {
          tenantId += 1;
          throw refused("engine_unavailable");
        },
      },
    });
    await user.click(postButton());
    await screen.findByRole("alert");
    expect(asked("purchaseReturn.post")).toHaveLength(1);
    await waitFor(() => expect(asked("connection.get").length).toBeGreaterThan(2));
    expect(asked("draft.save")).toEqual([]);
  });

  it("that the disk refuses is reported as not saved, and stays on the screen to be posted again", async () => {
    const { user, asked, answer } = await open({
      answers: {
        "purchaseReturn.post": () => {
          throw refused("storage_full");
        },
      },
    });
    await user.click(postButton());
    within(await screen.findByRole("alert")).getByText("The disk is full.");
    expect(screen.queryByText(/Saved on this computer/)).toBeNull();
    expect(asked("purchaseReturn.post")).toHaveLength(1);
    answer({ "purchaseReturn.post": () => POSTED });
    await user.click(postButton());
    await screen.findByText(/Saved on this computer/);
    expect(asked("purchaseReturn.post").map(({ draftId }) => draftId)).toEqual([DRAFT, DRAFT]);
  });
});

// The notice alone: what it is given by the screen is asked above.
describe("a return that was posted", () => {
  it.each<[EntryDetail["state"], RegExp]>([
    ["in_flight", /Not yet confirmed/],
    ["retry_wait", /Not yet confirmed/],
    ["outcome_unknown", /Outcome unknown: it was sent, and it may be in the books/],
    ["dead_letter", /Refused by the central system: it is not in the books/],
    ["discarded", /Discarded. It will not be sent/],
  ])("is not called confirmed while its entry is %s", async (state, words) => {
    const answers = { "outbox.get": () => entry({ state, attempts: [attempt()] }) };
    await draw(<PostedNotice posted={POSTED_NOW} whole supplier="1101" />, { answers });
    await screen.findByText(words);
    expect(screen.queryByText(/^Confirmed/)).toBeNull();
  });
});

describe("the last return and the one in hand", () => {
  it("how the slip was printed is shown below the row of the last return, not in it", async () => {
    const { user } = await draw(<PostedNotice posted={POSTED_NOW} whole supplier="1101" />, {
      answers: {
        "outbox.get": () => entry({ state: "pending" }),
        "print.slip": () => ({ outcome: "no_printer", path: null, detail: null, pages: 0 }),
      },
    });
    await user.keyboard("{Control>}p{/Control}");
    const found = await screen.findByText(/No printer is set up/);
    const row = screen.getByRole("button", { name: "Print slip" }).closest("section > div");
    expect(row?.contains(found)).toBe(false);
    expect(screen.getByTestId("posted-return").contains(found)).toBe(true);
  });

  it("a return that corrects the last one is shown once, with the reason of the refusal", async () => {
    const refused = entry({
      state: "dead_letter",
      lastProblem: { code: "answered", params: { status: 422, words: "A note is required." } },
      attempts: [attempt({ outcome: "service_refused", httpStatus: 422 })],
    });
    await open({
      drafts: [{ ...FILLED, corrects: refused.entryId }],
      answers: { "outbox.get": () => refused },
    });
    act(() => useReturns.setState({ posted: { ...POSTED_NOW, entryId: refused.entryId } }));
    await screen.findByText("422: A note is required.");
    expect(screen.queryByTestId("posted-return")).toBeNull();
  });
});

describe("what is refused is at its field, and the keyboard goes there", () => {
  it("before the engine is asked: a supplier that is missing", async () => {
    const { user, asked } = await open({ drafts: [{ ...FILLED, supplierAccountId: "" }] });
    await user.click(postButton());
    const field = screen.getByLabelText("Supplier");
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute("aria-invalid")).toBe("true");
    screen.getByText("This is required.");
    screen.getByText("Not sent. Correct 1 field.");
    expect(asked("purchaseReturn.post")).toEqual([]);
  });

  it("before the engine is asked: a quantity that is no number, in the second line", async () => {
    const lines = [LINE, { ...LINE, lineId: "l-2", quantity: "three" }];
    const { user, asked } = await open({ drafts: [{ ...FILLED, lines }] });
    await user.keyboard("{Control>}{Enter}{/Control}");
    const field = screen.getByLabelText("Quantity, line 2");
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute("aria-description")).toBe("Write a number, such as 81.235.");
    expect(asked("purchaseReturn.post")).toEqual([]);
  });

  it("by the engine: the line's cell that it names, and what was typed stays", async () => {
    const lines = [LINE, { ...LINE, lineId: "l-2", price: "9" }];
    const { user } = await open({
      drafts: [{ ...FILLED, lines }],
      answers: {
        "purchaseReturn.post": () => {
          throw invalidField("lines.1.price", "too_big", { max: "5" });
        },
      },
    });
    await user.click(postButton());
    const field = await screen.findByLabelText("Price, line 2");
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute("aria-description")).toBe("Too big. The maximum is 5.");
    expect(field).toHaveProperty("value", "9");
    expect(screen.queryByText(/Saved on this computer/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Line 2, Price: Too big. The maximum is 5." }));
    await user.keyboard("4");
    expect(field.getAttribute("aria-invalid")).toBe("false");
  });

  it("by the engine: the account that it doesn't know", async () => {
    const { user } = await open({
      answers: {
        "purchaseReturn.post": () => {
          throw invalidField("supplierAccountId", "unknown_account");
        },
      },
    });
    await user.click(postButton());
    await screen.findByText("This account is not in the reference data.");
    expect(document.activeElement).toBe(screen.getByLabelText("Supplier"));
  });

  it("in Arabic too", async () => {
    const { user, asked } = await open({ language: "ar", drafts: [{ ...FILLED, supplierAccountId: "" }] });
    await user.click(screen.getByRole("button", { name: /^حفظ المرتجع وإرساله/ }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("المورّد")));
    screen.getByText("هذا مطلوب.");
    expect(asked("purchaseReturn.post")).toEqual([]);
  });
});

it("a return posted in Arabic is reported as kept, and not as confirmed", async () => {
  const { user, asked } = await open({ language: "ar", entry: { state: "pending" } });
  await user.dblClick(screen.getByRole("button", { name: /^حفظ المرتجع وإرساله/ }));
  await screen.findByText(/محفوظ على هذا الجهاز، بند واحد\. غير مؤكد بعد/);
  expect(screen.queryByText(/أكدته الخدمة/)).toBeNull();
  expect(asked("purchaseReturn.post")).toHaveLength(1);
});

describe("a return being typed", () => {
  const savedQuantities = (saves: { content: string }[]) =>
    saves.map(({ content }) => /"quantity":"([^"]*)"/.exec(content)?.[1]);

  it("is kept once the keys have been quiet for a moment, and once for all of them", async () => {
    const { asked } = await open();
    const field = screen.getByLabelText("Quantity, line 1");
    const began = performance.now();
    // In one turn: on a busy machine a moment passes between two keys that are waited for.
    for (const value of ["1", "12", "125"]) fireEvent.change(field, { target: { value } });
    expect(asked("draft.save")).toEqual([]);
    await waitFor(() => expect(asked("draft.save")).toHaveLength(1));
    expect(performance.now() - began).toBeGreaterThan(295);
    expect(asked("draft.save")[0]).toMatchObject({ draftId: DRAFT, kind: "purchaseReturn" });
    expect(savedQuantities(asked("draft.save"))).toEqual(["125"]);
  });

  it("is kept at once where the window closes", async () => {
    const { user, asked } = await open();
    await user.type(screen.getByLabelText("Quantity, line 1"), "7");
    expect(asked("draft.save")).toEqual([]);
    window.dispatchEvent(new Event("pagehide"));
    expect(asked("draft.save")).toHaveLength(1);
  });

  it("says so where it can't be kept", async () => {
    const { user } = await open({
      answers: {
        "draft.save": () => {
          throw refused("storage_full");
        },
      },
    });
    await user.type(screen.getByLabelText("Quantity, line 1"), "7");
    within(await screen.findByRole("alert")).getByText("The disk is full.");
  });

  it("is there again when the program is opened, under its supplier's name and its lines", async () => {
    await open({
      drafts: [FILLED, { ...FILLED, draftId: OTHER, supplierAccountId: "", lines: [LINE, LINE] }],
    });
    const tabs = within(screen.getByRole("tablist", { name: "Draft returns" }));
    await tabs.findByRole("tab", { name: /^Hadramout Foods ?1 line$/ });
    tabs.getByRole("tab", { name: /^New return ?2 lines$/ });
    expect(screen.getByLabelText("Quantity, line 1")).toHaveProperty("value", "3");
  });

  it("comes to the front by its tab, and is the one that is posted", async () => {
    const second = { ...FILLED, draftId: OTHER, lines: [{ ...LINE, quantity: "8" }] };
    const { user, asked } = await open({ drafts: [FILLED, second] });
    await user.click((await screen.findAllByRole("tab"))[1] ?? document.body);
    await waitFor(() => expect(screen.getByLabelText("Quantity, line 1")).toHaveProperty("value", "8"));
    await user.click(postButton());
    await screen.findByText(/Saved on this computer/);
    expect(asked("purchaseReturn.post")).toMatchObject([{ draftId: OTHER, lines: [{ quantity: "8" }] }]);
    expect(screen.getAllByRole("tab")).toHaveLength(1);
  });

  it("that comes up where another was posted is not posted by the same double press", async () => {
    const second = { ...FILLED, draftId: OTHER, lines: [{ ...LINE, quantity: "8" }] };
    const { user, asked } = await open({ drafts: [FILLED, second] });
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(screen.getByLabelText("Quantity, line 1")).toHaveProperty("value", "8"));
    expect(useReturns.getState().newInFront?.draftId).toBe(OTHER);
    // As if no time went by until the next presses, however slow the machine is.
    useReturns.setState({ newInFront: { draftId: OTHER, at: performance.now() + 60_000 } });
    await user.keyboard("{Control>}{Enter}{/Control}");
    await user.click(postButton());
    expect(asked("purchaseReturn.post")).toMatchObject([{ draftId: DRAFT }]);
    useReturns.setState({ newInFront: { draftId: OTHER, at: performance.now() - 1_000 } });
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(asked("purchaseReturn.post")).toMatchObject([{ draftId: DRAFT }, { draftId: OTHER }]),
    );
  });

  it("is removed only after a question, and taken off the disk", async () => {
    const { user, asked } = await open({ drafts: [FILLED, { ...FILLED, draftId: OTHER }] });
    await user.click(screen.getByRole("button", { name: "Delete draft" }));
    const question = within(await screen.findByRole("dialog", { name: "Delete this draft?" }));
    await user.click(question.getByRole("button", { name: "Keep draft" }));
    expect(asked("draft.remove")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Delete draft" }));
    const again = within(await screen.findByRole("dialog", { name: "Delete this draft?" }));
    await user.click(again.getByRole("button", { name: "Delete draft" }));
    await waitFor(() => expect(screen.getAllByRole("tab")).toHaveLength(1));
    expect(asked("draft.remove")).toEqual([{ draftId: DRAFT }]);
  });

  it("that could not be taken off the disk stays on the screen, with why", async () => {
    const { user } = await open({
      answers: {
        "draft.remove": () => {
          throw refused("storage_read_only");
        },
      },
    });
    await user.click(screen.getByRole("button", { name: "Delete draft" }));
    const question = within(await screen.findByRole("dialog", { name: "Delete this draft?" }));
    await user.click(question.getByRole("button", { name: "Delete draft" }));
    within(await screen.findByRole("alert")).getByText("Counterside can't write to the disk or folder.");
    expect(screen.getByLabelText("Quantity, line 1")).toHaveProperty("value", "3");
  });

  it("is named in Arabic by its supplier and its lines", async () => {
    await open({ language: "ar" });
    await screen.findByRole("tab", { name: /^Hadramout Foods ?بند واحد$/ });
  });
});

it("a paste of far more letters than a return can hold is refused in words before it is read", async () => {
  await open();
  const paste = (text: string): boolean =>
    fireEvent.paste(screen.getByRole("grid"), { clipboardData: { getData: () => text } });
  expect(paste("x".repeat(4_000_001))).toBe(false);
  await screen.findByText(/more than a return can hold, so nothing was added/);
  expect(paste("one cell")).toBe(true);
});
