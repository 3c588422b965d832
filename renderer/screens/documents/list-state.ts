/** What the list was left at, so that coming back from a document finds the same place. */
import { create } from "zustand";

type KindFilter = "all" | "purchaseReturn" | "taxVoucher";

interface ListState {
  text: string;
  kind: KindFilter;
  active: string | null;
}

export const useListState = create<ListState>(() => ({ text: "", kind: "all", active: null }));
