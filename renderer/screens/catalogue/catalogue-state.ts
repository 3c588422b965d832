/** What the catalogue was left at, so that coming back finds the same place. */
import { create } from "zustand";
import type { Shown } from "./tabs.ts";

interface CatalogueState {
  text: string;
  shown: Shown;
  importOpen: boolean;
}

export const useCatalogue = create<CatalogueState>(() => ({ text: "", shown: "all", importOpen: false }));
