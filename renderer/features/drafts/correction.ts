/** What the address asks a form to begin with: an entry to correct, a past document to copy, or a template. */
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { invoke } from "../../client/api.ts";
import type { EntryFiles } from "../references/reference-rows.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
type Wish = "corrects" | "copies" | "begins";

/** The id after `?corrects=`, `?copies=` or `?begins=`, whether the query is before or behind the address's hash. */
export function askedIn(wish: Wish, search: string, location: string): string | null {
  const behindHash = location.split("?")[1] ?? "";
  const named = new URLSearchParams(behindHash).get(wish) ?? new URLSearchParams(search).get(wish);
  return named !== null && UUID.test(named) ? named : null;
}

/** What is asked for, and how to take the wish out of the address once it was followed. */
export function useAsked(wish: Wish): { id: string | null; done: () => void } {
  const search = useSearch();
  const [location, navigate] = useLocation();
  const path = location.split("?")[0] ?? "/";
  // The bare "?" takes the query out of the address; without it the router would keep it.
  const done = useCallback(() => navigate(`${path}?`, { replace: true }), [navigate, path]);
  return { id: askedIn(wish, search, location), done };
}

interface Correction {
  /** Shows the correction of that entry where one is begun; false where none is. */
  resume?: (entryId: string) => boolean;
  /** Makes a draft of the entry and of the files of its references. */
  take: (entry: EntryDetail, files: EntryFiles, done: () => void) => void;
}

/** Opens the entry that the address asks to correct, once the drafts are there. */
export function useCorrection(ready: boolean, how: Correction): { entryId: string | null; error: unknown } {
  const { id: entryId, done } = useAsked("corrects");
  const [failure, setFailure] = useState<{ of: string; error: unknown } | null>(null);
  const latest = useRef(how);
  useEffect(() => {
    latest.current = how;
  });
  useEffect(() => {
    if (!ready || entryId === null) return;
    if (latest.current.resume?.(entryId) === true) {
      done();
      return;
    }
    let current = true;
    Promise.all([invoke("outbox.get", { entryId }), invoke("attachment.ofEntry", { entryId })])
      .then(([entry, { files }]) => current && latest.current.take(entry, files, done))
      .catch((error: unknown) => current && setFailure({ of: entryId, error }));
    return () => {
      current = false;
    };
  }, [ready, entryId, done]);
  // What was said of one entry says nothing of the next.
  return { entryId, error: failure !== null && failure.of === entryId ? failure.error : null };
}

// Returns that another screen asks the form to begin with, such as of all that expires of a supplier.

/** Text as it is typed; empty where it is not known. */
interface WishedLine {
  productId: string;
  measureUnitId: string;
  productionAt: string;
  expiryAt: string;
  price: string;
  quantity: string;
}

export interface WishedReturn {
  supplierAccountId: string;
  storeId: string;
  currencyId: string;
  lines: readonly WishedLine[];
}

let wished: readonly WishedReturn[] = [];

/** Call it before the form is opened, which makes a draft of each and shows the first. */
export function wishReturns(returns: readonly WishedReturn[]): void {
  wished = returns;
}

/** What is wished for, once. */
export function takeWished(): readonly WishedReturn[] {
  const taken = wished;
  wished = [];
  return taken;
}
