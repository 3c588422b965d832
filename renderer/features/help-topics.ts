/** Which page of the guide fits the open screen, and the way back from it. */
import type { ErrorCode } from "../../contract/codes.ts";

/** The guide's pages, in its order; a test holds docs/guide to this list. */
export const HELP_PAGES = [
  "first-day",
  "people",
  "purchase-return",
  "importing",
  "expiring",
  "offline-day",
  "unsent",
  "refused-entry",
  "unknown-outcome",
  "confirmed-and-wrong",
  "scanning-and-keys",
  "tax-vouchers",
  "restores",
  "looking-up",
  "supplier-statement",
  "people-and-roles",
  "pin",
  "printing",
  "signs",
  "sign-in",
  "end-of-day",
  "settings-and-updates",
  "where-things-are",
  "shop-folder",
  "counter-gone",
  "another-pc",
  "damaged-file",
  "support",
  "words",
] as const;

export type HelpPage = (typeof HELP_PAGES)[number];

export const helpPath = (page: HelpPage): string => `/help/${page}`;

/** The page that helps with a refusal; null where its own words are all there is to say. */
export function pageOfError(code: ErrorCode): HelpPage | null {
  switch (code) {
    case "not_connected":
      return "first-day";
    case "storage_damaged":
    case "newer_database":
    case "migration_failed":
      return "damaged-file";
    case "vault_unavailable":
      return "sign-in";
    case "pin_wrong":
    case "pin_wait":
      return "pin";
    case "not_allowed":
    case "approval_needed":
      return "people";
    case "policy_fixed":
    case "policy_unusable":
      return "settings-and-updates";
    case "storage_full":
    case "storage_busy":
      return "signs";
    default:
      return null;
  }
}

/** What links to help on the screen lead to, the newest last; it goes before the screen's own page. */
const offers: { page: HelpPage }[] = [];

/** While the returned function was not called, F1 leads to this page. */
export function offerTopic(page: HelpPage): () => void {
  const offer = { page };
  offers.push(offer);
  return () => {
    const place = offers.indexOf(offer);
    if (place >= 0) offers.splice(place, 1);
  };
}

/** The page that fits what one sees: the one offered last, or the screen's own. */
export const fittingPage = (ofScreen: HelpPage): HelpPage => offers.at(-1)?.page ?? ofScreen;

let placeBefore = "/home";

/** To be called with every place outside help. */
export function rememberPlace(location: string): void {
  placeBefore = location;
}

/** Where one was before help. */
export const placeBeforeHelp = (): string => placeBefore;
