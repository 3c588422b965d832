/** The tour's table: what was entered, and what became of it. */

/** @typedef {import("../../contract/channels/posting.ts").EntrySummary & { serviceAmount: string | null }} ShownEntry */

/** @param {ShownEntry} entry */
const cellsOf = (entry) => [
  entry.kind,
  entry.subject.length > 34 ? `${entry.subject.slice(0, 33)}…` : entry.subject,
  entry.localAmount === null ? "" : `${entry.localAmount} ${entry.currencyId ?? ""}`,
  entry.serviceAmount ?? "",
  entry.state,
  String(entry.attempts),
  entry.createdAt.slice(11, 19),
];

const HEADINGS = [
  "operation",
  "about",
  "entered here",
  "central system",
  "state",
  "attempts",
  "entered at (UTC)",
];

/** Oldest first. @param {readonly ShownEntry[]} entries */
export function printTable(entries) {
  const rows = [HEADINGS, ...[...entries].sort((a, b) => a.sequence - b.sequence).map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  for (const [index, row] of rows.entries()) {
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
    if (index === 0) console.log(widths.map((width) => "─".repeat(width)).join("  "));
  }
}
