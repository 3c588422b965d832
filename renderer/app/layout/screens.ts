/** The screens, in the order they stand in the navigation; each is fetched when it is first opened. */

import {
  IconActivity,
  IconArrowBackUp,
  IconCalendarDue,
  IconFileInvoice,
  IconFiles,
  IconHelp,
  IconHome,
  IconPackageExport,
  IconPlugConnected,
  IconSend,
  IconSettings,
  IconTags,
  type TablerIcon,
} from "@tabler/icons-react";
import { type ComponentType, lazy } from "react";
import type { Right, Standing } from "../../../contract/rights.ts";
import { allowanceIn } from "../../client/may.ts";
import type { HelpPage } from "../../features/help-topics.ts";

interface ScreenModule {
  default: ComponentType;
}

const screen = (icon: TablerIcon, combo: string, help: HelpPage, load: () => Promise<ScreenModule>) => ({
  icon,
  combo,
  /** Its page of the guide; ask `helpPageOf`. */
  help,
  load,
  lazily: lazy(load),
});

export const SCREENS = {
  home: screen(IconHome, "Alt+1", "offline-day", () => import("../../screens/home/index.tsx")),
  "purchase-return": screen(
    IconPackageExport,
    "Alt+2",
    "purchase-return",
    () => import("../../screens/purchase-return/index.tsx"),
  ),
  "tax-voucher": screen(
    IconFileInvoice,
    "Alt+3",
    "tax-vouchers",
    () => import("../../screens/tax-voucher/index.tsx"),
  ),
  restore: screen(IconArrowBackUp, "Alt+4", "restores", () => import("../../screens/restore/index.tsx")),
  outbox: screen(IconSend, "Alt+5", "unknown-outcome", () => import("../../screens/outbox/index.tsx")),
  documents: screen(IconFiles, "Alt+6", "looking-up", () => import("../../screens/documents/index.tsx")),
  expiring: screen(IconCalendarDue, "Alt+E", "expiring", () => import("../../screens/expiring/index.tsx")),
  "reference-data": screen(
    IconTags,
    "Alt+7",
    "importing",
    () => import("../../screens/reference-data/index.tsx"),
  ),
  activity: screen(IconActivity, "Alt+8", "looking-up", () => import("../../screens/activity/index.tsx")),
  settings: screen(
    IconSettings,
    "Alt+9",
    "settings-and-updates",
    () => import("../../screens/settings/index.tsx"),
  ),
  connect: screen(IconPlugConnected, "Alt+0", "first-day", () => import("../../screens/connect/index.tsx")),
  help: screen(IconHelp, "F1", "first-day", () => import("../../screens/help/index.tsx")),
};

export type ScreenName = keyof typeof SCREENS;

const NAMES = new Set<string>(Object.keys(SCREENS));
const isScreenName = (name: string): name is ScreenName => NAMES.has(name);

/** Every screen's name, in order. */
export const SCREEN_NAMES: readonly ScreenName[] = [...NAMES].filter(isScreenName);

/** The rights of which a person needs one, where a screen is for nothing else. */
const NEEDS_ONE_OF: Partial<Record<ScreenName, readonly Right[]>> = {
  "purchase-return": ["purchaseReturn"],
  "tax-voucher": ["taxVoucher"],
  restore: ["restoreExchangeRate", "restorePermission", "restoreMeasureUnit", "restoreAccount"],
  connect: ["settings"],
};

/** Whether there is something on the screen that the person may do or see. */
export const isOffered = (who: Standing, name: ScreenName): boolean =>
  NEEDS_ONE_OF[name]?.some((right) => allowanceIn(who, right) !== "never") ?? true;

/** The navigation's groups; together they hold every screen once, in order. */
export const GROUPS = {
  work: ["home", "purchase-return", "tax-voucher", "restore"],
  followUp: ["outbox", "documents", "expiring"],
  shop: ["reference-data", "activity"],
  system: ["settings", "connect", "help"],
} as const satisfies Record<string, readonly ScreenName[]>;

/** The screen a location such as "/outbox/123" or "/outbox?x=1" belongs to; home for the bare root; null for none. */
export function screenOf(location: string): ScreenName | null {
  const name = location.split(/[/?]/)[1] ?? "";
  if (name === "") return "home";
  return isScreenName(name) ? name : null;
}

const fetched = new Map<ScreenName, ComponentType>();

/** The page of the guide that fits a screen; Home is a newcomer's first day until there is an entry. */
export const helpPageOf = (name: ScreenName, isFirstDay: boolean): HelpPage =>
  name === "home" && isFirstDay ? "first-day" : SCREENS[name].help;

/** A screen that is there without being fetched. */
export const haveScreen = (name: ScreenName, component: ComponentType): void =>
  void fetched.set(name, component);

/** Fetches a screen's code, so that it opens without a moment of nothing. */
export async function fetchScreen(name: ScreenName): Promise<void> {
  fetched.set(name, (await SCREENS[name].load()).default);
}

/** The screen itself where it was fetched; otherwise one that fetches itself when it is drawn. */
export const componentOf = (name: ScreenName): ComponentType => fetched.get(name) ?? SCREENS[name].lazily;
