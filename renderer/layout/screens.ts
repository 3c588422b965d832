/** The screens, in the order they stand in the navigation; each is fetched when it is first opened. */
import {
  IconActivity,
  IconArrowBackUp,
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

interface ScreenModule {
  default: ComponentType;
}

const screen = (icon: TablerIcon, combo: string, load: () => Promise<ScreenModule>) => ({
  icon,
  combo,
  load,
  lazily: lazy(load),
});

export const SCREENS = {
  home: screen(IconHome, "Alt+1", () => import("../screens/home/index.tsx")),
  "purchase-return": screen(IconPackageExport, "Alt+2", () => import("../screens/purchase-return/index.tsx")),
  "tax-voucher": screen(IconFileInvoice, "Alt+3", () => import("../screens/tax-voucher/index.tsx")),
  restore: screen(IconArrowBackUp, "Alt+4", () => import("../screens/restore/index.tsx")),
  outbox: screen(IconSend, "Alt+5", () => import("../screens/outbox/index.tsx")),
  documents: screen(IconFiles, "Alt+6", () => import("../screens/documents/index.tsx")),
  catalogue: screen(IconTags, "Alt+7", () => import("../screens/catalogue/index.tsx")),
  activity: screen(IconActivity, "Alt+8", () => import("../screens/activity/index.tsx")),
  settings: screen(IconSettings, "Alt+9", () => import("../screens/settings/index.tsx")),
  connect: screen(IconPlugConnected, "Alt+0", () => import("../screens/connect/index.tsx")),
  help: screen(IconHelp, "F1", () => import("../screens/help/index.tsx")),
};

export type ScreenName = keyof typeof SCREENS;

const NAMES = new Set<string>(Object.keys(SCREENS));
const isScreenName = (name: string): name is ScreenName => NAMES.has(name);

/** Every screen's name, in order. */
export const SCREEN_NAMES: readonly ScreenName[] = [...NAMES].filter(isScreenName);

/** The screen a location such as "/outbox/123" or "/outbox?x=1" belongs to; home for the bare root; null for none. */
export function screenOf(location: string): ScreenName | null {
  const name = location.split(/[/?]/)[1] ?? "";
  if (name === "") return "home";
  return isScreenName(name) ? name : null;
}

const fetched = new Map<ScreenName, ComponentType>();

/** Fetches a screen's code, so that it opens without a moment of nothing. */
export async function fetchScreen(name: ScreenName): Promise<void> {
  fetched.set(name, (await SCREENS[name].load()).default);
}

/** The screen itself where it was fetched; otherwise one that fetches itself when it is drawn. */
export const componentOf = (name: ScreenName): ComponentType => fetched.get(name) ?? SCREENS[name].lazily;
