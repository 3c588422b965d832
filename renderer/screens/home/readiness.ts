/** Whether the counter can go on when the line goes down. Each check says one thing, good or worth a look. */

/** A catalogue older than this may have moved. */
const OLD_MS = 7 * 86_400_000;
/** A clock further off than this shows in the books. */
export const DRIFT_MS = 60_000;

export interface Facts {
  hasToken: boolean;
  thisRunOnly: boolean;
  products: { live: number; importedAt: string | null };
  accounts: number;
  clockDriftMs: number | null;
  now: number;
}

export type TokenCheck = "held" | "thisRun" | "none";
export type ProductsCheck = "none" | "fresh" | "old";
export type AccountsCheck = "none" | "some";
export type ClockCheck = "unknown" | "good" | "off";

export interface Readiness {
  token: TokenCheck;
  products: ProductsCheck;
  accounts: AccountsCheck;
  clock: ClockCheck;
}

function productsCheck({ products, now }: Facts): ProductsCheck {
  if (products.live === 0) return "none";
  return products.importedAt !== null && now - Date.parse(products.importedAt) > OLD_MS ? "old" : "fresh";
}

/** All checks at once. */
export function readiness(facts: Facts): Readiness {
  const drift = facts.clockDriftMs;
  return {
    token: facts.hasToken ? (facts.thisRunOnly ? "thisRun" : "held") : "none",
    products: productsCheck(facts),
    accounts: facts.accounts === 0 ? "none" : "some",
    clock: drift === null ? "unknown" : Math.abs(drift) > DRIFT_MS ? "off" : "good",
  };
}
