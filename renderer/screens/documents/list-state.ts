/** What the list was narrowed to, so that coming back finds the same place. */
import { create } from "zustand";
import type { KindFilter } from "./use-documents.ts";

interface ListState {
  text: string;
  kind: KindFilter;
}

export const useListState = create<ListState>(() => ({ text: "", kind: "all" }));
