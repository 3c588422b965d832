/** Home's decisions: what can be done about an entry is done where it is. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { DecisionsPanel } from "../../../renderer/screens/home/decisions-panel.tsx";
import { draw } from "../../helpers/drawn.tsx";
import { sampleOf } from "../../helpers/event-samples.ts";
import { entry } from "../../helpers/printed-entries.ts";

const A = "00000000-0000-4000-8000-00000000000a";
const B = "00000000-0000-4000-8000-00000000000b";

/** Two refused entries; one that is discarded is no longer listed. */
async function open(language: "en" | "ar" = "en") {
  const details = [A, B].map((entryId, at) =>
    entry({
      entryId,
      state: "dead_letter",
      subject: `Supplier ${at + 1}`,
      lastProblem: { code: "answered", params: { status: 422, words: "no such product" } },
    }),
  );
  const gone = new Set<string>();
  const detailOf = (entryId: string) => {
    const found = details.find((one) => one.entryId === entryId);
    if (found === undefined) throw new Error(entryId);
    return found;
  };
  const drawn = await draw(
    <main>
      <DecisionsPanel />
    </main>,
    {
      language,
      answers: {
        "sync.status": () => sampleOf("sync.statusChanged").payload,
        "outbox.summary": () => ({ unsentByCurrency: [], days: [], recentAttempts: [] }),
        "outbox.list": () => ({
          entries: details
            .filter(({ entryId }) => !gone.has(entryId))
            .map((detail) => ({ ...detail, attempts: detail.attemptCount })),
        }),
        "outbox.get": ({ entryId }) => detailOf(entryId),
        "outbox.discard": ({ entryId }) => {
          gone.add(entryId);
          return { ...detailOf(entryId), state: "discarded" };
        },
      },
    },
  );
  const rows = () => screen.findAllByRole("listitem");
  return { ...drawn, rows };
}

it("an entry is discarded on Home with Ctrl+Enter in its reason, and the keyboard goes to the next decision", async () => {
  const { user, asked, tell } = await open();
  const [first] = await screen.findAllByRole("button", { name: "Decide" });
  if (first === undefined) throw new Error("there is no decision");
  await user.click(first);
  expect(await screen.findByText(/no such product/)).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Discard entry" }));
  await user.type(screen.getByRole("textbox"), "entered twice");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(asked("outbox.discard")).toEqual([{ entryId: A, reason: "entered twice" }]));
  act(() => tell({ event: "outbox.changed", payload: { entryId: A, state: "discarded", serialNo: null } }));
  await waitFor(() => expect(screen.queryByText("Supplier 1")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Decide" })));
});

it("one decision is open at a time, and Close leaves it undecided", async () => {
  const { user, asked } = await open();
  const [first, second] = await screen.findAllByRole("button", { name: "Decide" });
  if (first === undefined || second === undefined) throw new Error("there are two decisions");
  await user.click(first);
  await user.click(second);
  const opened = await screen.findByRole("button", { name: "Close" });
  expect(within(opened.closest("li") ?? document.body).getByText("Supplier 2")).toBeTruthy();
  await user.click(opened);
  expect(screen.getAllByRole("button", { name: "Decide" })).toHaveLength(2);
  expect(asked("outbox.discard")).toEqual([]);
});
