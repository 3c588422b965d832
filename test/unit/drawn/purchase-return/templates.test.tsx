/** Returns kept under a name, and begun again. */
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { templateContent } from "../../../../renderer/features/drafts/contents.ts";
import { keptTemplates, useTemplates } from "../../../../renderer/screens/purchase-return/begin.ts";
import { useReturns } from "../../../../renderer/screens/purchase-return/returns-store.ts";
import { refused } from "../../../helpers/refused.ts";
import { FILLED, forgetReturns, kept, LINE, open } from "./open-returns.tsx";

const ID = "55555555-5555-4555-8555-555555555555";
const OF = { documentNo: "INV-4101", supplierAccountId: "1101", row: "1" };
const TEMPLATE = {
  draftId: ID,
  person: null,
  takenFrom: null,
  kind: "returnTemplate" as const,
  updatedAt: "2026-03-01T08:00:00.000Z",
  content: JSON.stringify({ version: 1, name: "Monday", content: { ...FILLED, draftId: undefined } }),
};

beforeEach(() => {
  forgetReturns();
  useTemplates.setState(useTemplates.getInitialState(), true);
  keptTemplates.leave();
});

const withTemplate = { "draft.list": () => ({ drafts: [kept({ ...FILLED, lines: [] }), TEMPLATE] }) };
const quantities = () =>
  useReturns.getState().drafts.map(({ lines }) => lines.map(({ quantity }) => quantity));

async function openTemplates(user: Awaited<ReturnType<typeof open>>["user"]) {
  await user.keyboard("{Alt>}t{/Alt}");
  await screen.findByTestId("templates");
}

it("a return is kept under a name, without its papers, its purchase and what it corrects", async () => {
  const references = [
    { key: "r", type: "1", otherType: "", reference: "INV-7", url: "", description: "", file: null },
  ];
  const { user, asked } = await open({
    drafts: [{ ...FILLED, references, lines: [{ ...LINE, purchaseLine: OF }] }],
    answers: {
      "purchases.get": () => {
        throw refused("not_found");
      },
    },
  });
  await openTemplates(user);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("template-name")));
  await user.keyboard("Monday{Enter}");
  await screen.findByTestId("template-row-0");
  await waitFor(() =>
    expect(asked("draft.save").filter(({ kind }) => kind === "returnTemplate")).toHaveLength(1),
  );
  const saved = asked("draft.save").find(({ kind }) => kind === "returnTemplate")?.content ?? "";
  const template = templateContent.extend({ content: z.looseObject({}) }).parse(JSON.parse(saved));
  expect(template).toMatchObject({
    name: "Monday",
    content: { supplierAccountId: "1101", references: [], corrects: null, lines: [{ quantity: "3" }] },
  });
  expect(saved).not.toContain("INV-4101");
});

it("a template is begun with its quantities by Enter, and stays", async () => {
  const { user } = await open({ answers: withTemplate });
  await openTemplates(user);
  await screen.findByText("Monday");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(quantities().at(-1)).toEqual(["3"]));
  expect(useReturns.getState().drafts.at(-1)?.lines[0]?.lineId).not.toBe(LINE.lineId);
  expect(useTemplates.getState().drafts).toHaveLength(1);
});

it("or without them by Alt+Enter", async () => {
  const { user } = await open({ answers: withTemplate });
  await openTemplates(user);
  await screen.findByText("Monday");
  await user.keyboard("{Alt>}{Enter}{/Alt}");
  await waitFor(() => expect(quantities().at(-1)).toEqual([""]));
});

it("a template is renamed, and removed only by a second press", async () => {
  const { user, asked } = await open({ answers: withTemplate });
  await openTemplates(user);
  await screen.findByText("Monday");
  await user.type(screen.getByTestId("template-name"), "Every week");
  await user.click(screen.getByTestId("template-rename"));
  await screen.findByText("Every week");
  await user.click(screen.getByTestId("template-remove"));
  expect(asked("draft.remove")).toEqual([]);
  await user.click(screen.getByTestId("template-remove"));
  await screen.findByText("No templates yet");
  await waitFor(() => expect(asked("draft.remove")).toEqual([{ draftId: ID }]));
});

it("is no draft that is open, and is begun from an address that names it", async () => {
  await open({ answers: withTemplate, path: `/purchase-return?begins=${ID}` });
  await waitFor(() => expect(quantities()).toEqual([[], ["3"]]));
});
