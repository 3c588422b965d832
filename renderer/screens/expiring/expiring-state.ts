/** What the screen was left at, so that coming back finds the same place. */
import { create } from "zustand";
import type { Grouping } from "./expiring-rows.ts";

/** Days until the expiry; "windows": within those of each supplier, as they are set. */
export const WITHIN = ["windows", "30", "60", "90", "all"] as const;
export type Within = (typeof WITHIN)[number];

interface ExpiringState {
  within: Within;
  grouping: Grouping;
  supplierAccountId: string | null;
  storeId: string | null;
}

export const ALL_SHOWN = { within: "all", supplierAccountId: null, storeId: null } as const;

export const useExpiring = create<ExpiringState>(() => ({
  within: "windows",
  grouping: "days",
  supplierAccountId: null,
  storeId: null,
}));
