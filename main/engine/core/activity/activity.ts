/** The activity of an open file: its list, its export, and what the profile remembers of its end. */
import type { Handlers, OpenFile } from "../context.ts";
import { createAuditExportService } from "./audit-export.ts";
import { createAuditListService } from "./audit-list.ts";

export function openActivity(file: OpenFile) {
  const list = createAuditListService(file);
  list.remember("start");
  const exports = createAuditExportService(file, list.problem);
  file.whenClosing(exports.close);
  const handlers: Handlers<"audit.list" | "audit.export"> = {
    "audit.list": (_, input) => list.list(input),
    "audit.export": exports.export,
  };
  return { handlers, remember: list.remember };
}
