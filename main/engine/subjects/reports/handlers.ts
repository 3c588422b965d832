/** Statements and day sheets; loaded when they are first asked for: no start waits for them. */
import { once } from "../../../lib/once.ts";
import type { Handlers } from "../../core/context.ts";
import type { Shop } from "../shop.ts";

type ReportChannel = "statements.get" | "daySheets.create" | "daySheets.list" | "daySheets.get";

export function reportHandlers(shop: Shop): Handlers<ReportChannel> {
  const statements = once(async () => (await import("./statements.ts")).createStatementService(shop));
  const daySheets = once(async () => (await import("./day-sheets.ts")).createDaySheetService(shop));
  return {
    "statements.get": async (_, input) => (await statements()).get(input),
    "daySheets.create": async (call, input) => (await daySheets()).create(call, input),
    "daySheets.list": async (_, input) => (await daySheets()).list(input),
    "daySheets.get": async (_, input) => (await daySheets()).get(input),
  };
}
