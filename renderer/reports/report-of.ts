/** The report of what is asked to be printed; each kind in its own file, but for the two that are one page. */
import type {
  BackupKeyContent,
  BadgeContent,
  CodeContent,
  PrintContent,
  SlipKeyContent,
} from "../../contract/channels/printing.ts";
import { badgeText } from "../../contract/person-badge.ts";
import { keyIdOf, keyText } from "../../contract/slip-code.ts";
import { checklistReport } from "./checklist.ts";
import { daySheetReport } from "./day-sheet.ts";
import { imprint, type Part, type Report, type Words } from "./report.ts";
import { slipReport } from "./slip.ts";
import { statementReport } from "./statement.ts";

/** A single page about one thing. */
const page = (
  words: Words,
  { madeAt }: PrintContent,
  of: { title: string; shopName: string; head: Part[]; holds: string },
): Report => ({
  title: of.title,
  shopName: of.shopName,
  practice: false,
  running: [[of.title], []],
  head: [...of.head, imprint(words, madeAt)],
  parts: [],
  foot: [],
  holds: [of.holds],
});

/** The public key of this computer, for those who check its slips. */
function slipKeyReport(words: Words, content: SlipKeyContent): Report {
  const { t } = words;
  const title = t("slipCodes.keyTitle");
  const text = keyText(content.publicKey);
  return page(words, content, {
    title,
    shopName: content.settings.shopName,
    head: [
      { is: "text", text: [t("slipCodes.printed")] },
      {
        is: "qr",
        code: text,
        label: title,
        beside: [
          { text: [{ as: "code", text: keyIdOf(content.publicKey) }], look: "large" },
          { text: [{ as: "code", text }] },
        ],
      },
    ],
    holds: content.publicKey,
  });
}

/** The owner's recovery code, to be kept away from the computer. */
const recoveryCodeReport = (words: Words, content: CodeContent): Report =>
  page(words, content, {
    title: words.t("print.recoveryCode.title"),
    shopName: "",
    head: [
      { is: "text", text: [words.t("print.recoveryCode.text")] },
      { is: "secret", code: content.code },
      { is: "text", text: [words.t("print.recoveryCode.once")] },
    ],
    holds: content.code,
  });

/** What a scanner reads on the lock screen. */
function badgeReport(words: Words, content: BadgeContent): Report {
  const title = words.t("print.badge.title");
  return page(words, content, {
    title,
    shopName: content.settings.shopName,
    head: [
      { is: "text", text: [content.name], look: "strong" },
      { is: "number", label: words.t("print.badge.text"), code: badgeText(content.personId) },
    ],
    holds: content.name,
  });
}

/** The owner's key for backups, to be kept away from every computer: for a camera, and in words for people. */
function backupKeyReport(words: Words, content: BackupKeyContent): Report {
  const { t, formats } = words;
  const title = t("shopFolder.paper.title");
  return page(words, content, {
    title,
    shopName: content.settings.shopName,
    head: [
      { is: "text", text: [t("shopFolder.paper.what")] },
      { is: "text", text: [t("shopFolder.paper.keep")], look: "strong" },
      {
        is: "qr",
        code: content.key,
        label: title,
        beside: [
          { text: [t("shopFolder.key.text")], look: "small" },
          { text: [{ as: "code", text: content.key }] },
          { text: [t("shopFolder.paper.recipient")], look: "small" },
          { text: [{ as: "code", text: content.publicKey }], look: "small" },
        ],
      },
      { is: "text", text: [t("shopFolder.paper.words")], look: "strong" },
      {
        is: "facts",
        facts: content.words.map((word, at) => ({
          label: formats.count(at + 1),
          value: [[{ as: "code", text: word }]],
        })),
      },
    ],
    holds: content.key,
  });
}

/** The report of any content. Throws where an entry has none. */
export function reportOf(words: Words, content: PrintContent): Report {
  switch (content.kind) {
    case "slip":
      return slipReport(words, content);
    case "checklist":
      return checklistReport(words, content);
    case "daySheet":
      return daySheetReport(words, content);
    case "statement":
      return statementReport(words, content);
    case "slipKey":
      return slipKeyReport(words, content);
    case "badge":
      return badgeReport(words, content);
    case "backupKey":
      return backupKeyReport(words, content);
    case "recoveryCode":
      return recoveryCodeReport(words, content);
  }
}
