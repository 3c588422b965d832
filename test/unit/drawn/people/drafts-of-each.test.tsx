/** Drafts of several people at one counter: each finds their own, and what waited at the lock is kept as its writer's. */
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Person } from "../../../../contract/channels/people.ts";
import { saveBeforeLock, useWho } from "../../../../renderer/client/who.ts";
import { printDraft } from "../../../../renderer/features/drafts/drafts.ts";
import { emptyDraft } from "../../../../renderer/screens/purchase-return/draft/draft.ts";
import {
  changeDraft,
  keptReturns,
  useReturns,
} from "../../../../renderer/screens/purchase-return/returns-store.ts";
import { draw } from "../../../helpers/drawn.tsx";
import { AMAL, BASIM } from "./signed-in.ts";

const noted = (draftId: string, { personId, name, userId }: Person) => ({
  draftId,
  kind: "purchaseReturn" as const,
  content: printDraft({ ...emptyDraft(draftId), note: `by ${name}` }),
  updatedAt: "2026-03-01T08:00:00.000Z",
  person: { personId, name, userId },
  takenFrom: null,
});
const HELD = [noted("a", AMAL), noted("b", BASIM)];

function Notes() {
  const { ready } = keptReturns.useKept();
  const drafts = useReturns((state) => state.drafts);
  return <p>{ready ? drafts.map(({ note }) => note).join() : "not yet"}</p>;
}

const works = (who: Person | null) =>
  act(() => useWho.setState({ locked: who === null, personId: who?.personId ?? null }));
const drawNotes = () => draw(<Notes />, { answers: { "draft.list": () => ({ drafts: HELD }) } });

const clean = () => {
  useWho.setState(useWho.getInitialState());
  useReturns.setState({ connection: null, drafts: [], activeId: "" });
};
beforeEach(clean);
afterEach(clean);

it("A person finds their own drafts alone, and nobody's while the counter is locked", async () => {
  works(AMAL);
  await drawNotes();
  await screen.findByText("by Amal");
  works(null);
  await screen.findByText("not yet");
  works(BASIM);
  await screen.findByText("by Basim");
});

it("What waits to be saved is saved at the lock, and is there when its person works again", async () => {
  works(AMAL);
  const { asked } = await drawNotes();
  await screen.findByText("by Amal");
  act(() => void changeDraft("a", { type: "header", field: "note", value: "typed last" }));
  saveBeforeLock();
  works(null);
  await waitFor(() => expect(asked("draft.save")).toMatchObject([{ draftId: "a" }]));
  works(AMAL);
  await screen.findByText("typed last");
});
