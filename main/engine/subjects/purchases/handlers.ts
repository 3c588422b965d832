/** Purchases and expiring stock; loaded when they are first asked for: no start waits for them. */
import { once } from "../../../lib/once.ts";
import type { Handlers } from "../../core/context.ts";
import type { Shop } from "../shop.ts";

type PurchaseChannel =
  | "purchases.search"
  | "purchases.get"
  | "expiry.list"
  | "expiry.totals"
  | "returnWindows.get"
  | "returnWindows.set";

export function purchaseHandlers(shop: Shop): Handlers<PurchaseChannel> {
  const purchases = once(async () => (await import("./purchases.ts")).createPurchaseService(shop));
  const expiry = once(async () => (await import("./expiry.ts")).createExpiryService(shop));
  return {
    "purchases.search": async (_, input) => (await purchases()).search(input),
    "purchases.get": async (_, input) => (await purchases()).get(input),
    "expiry.list": async (_, input) => (await expiry()).list(input),
    "expiry.totals": async () => (await expiry()).totals(),
    "returnWindows.get": async () => (await expiry()).windows(),
    "returnWindows.set": async (call, input) => (await expiry()).setWindow(call, input),
  };
}
