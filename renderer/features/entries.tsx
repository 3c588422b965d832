import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { shownState } from "../../contract/entry-states.ts";
import type { OperationKind } from "../../contract/operations.ts";
import { type EntryProblem, heldReasonOf } from "../../contract/reasons/entry-problem.ts";
import { useChannel } from "../client/queries.ts";
import { useFormats } from "../client/settings.ts";
import { problemWords } from "../i18n/error-words.ts";
import {
  type FieldPath,
  type HeaderFieldName,
  namedFieldPaths,
  type ReferenceFieldName,
} from "../lib/field-paths.ts";
import { ariaCombo, Keys } from "../shortcuts/keys.tsx";
import { useShortcut } from "../shortcuts/use-shortcut.ts";
import { Button } from "../ui/button.tsx";
import { SupportDetails } from "../ui/notice.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import classes from "./entries.module.css";

const HEADER = {
  tenantId: "field.tenantId",
  serialNo: "field.serialNo",
  currencyId: "field.currencyId",
  storeId: "field.storeId",
  supplierAccountId: "field.supplierAccountId",
  cashOrBankAccountId: "field.cashOrBankAccountId",
  note: "field.note",
  status: "field.status",
  amount: "field.amount",
  createdAt: "field.createdAt",
  updatedAt: "documents.field.updatedAt",
  creatorUserId: "field.creatorUserId",
  creatorDeviceId: "field.deviceId",
  deviceId: "field.deviceId",
} as const satisfies Record<HeaderFieldName, string>;

const referenceField = (t: TFunction, field: ReferenceFieldName): string =>
  field === "deviceId" ? t("field.deviceId") : t(`components.references.${field}`);

function pathWords(t: TFunction, path: FieldPath, count: (number: number) => string): string {
  switch (path.at) {
    case "line": {
      if (path.number === null) return t("field.lines");
      const line = count(path.number);
      if (path.field === null) return t("outbox.detail.places.wholeLine", { line });
      const field = t(`field.${path.field}`);
      return t("outbox.detail.places.line", { line, field });
    }
    case "reference": {
      if (path.number === null) return t("field.references");
      const number = count(path.number);
      if (path.field === null) return t("components.references.row", { number });
      return t("outbox.detail.places.reference", { number, field: referenceField(t, path.field) });
    }
    case "header":
      return t(HEADER[path.field]);
    case "restored":
      return t(`operations.field.${path.field}`);
  }
}

interface ProblemWordsProps {
  problem: EntryProblem;
  /** The request that the service's words answer. */
  kind: OperationKind;
}

/**
 * Why an entry is where it is. In the service's words the fields of the request have the names that the screens give them;
 * the answer as it came is in the sending history. What the network said is folded below, for support.
 */
export function ProblemWords({ problem, kind }: ProblemWordsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = problemWords(t, problem);
  if (problem.code !== "answered")
    return (
      <>
        {words}
        {"said" in problem.params && problem.params.said !== "" ? (
          <SupportDetails>{problem.params.said}</SupportDetails>
        ) : null}
      </>
    );
  return namedFieldPaths(words, kind).map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which stay where they are
      <bdi key={index} className="strong" title={part.raw}>
        {pathWords(t, part.path, formats.count)}
      </bdi>
    ),
  );
}

/** An entry's state, by icon and word, kept up to date. */
export function EntryStateBadge({ entryId }: { entryId: string }) {
  const entry = useChannel("outbox.get", { entryId }).data;
  return <StateBadge state={entry === undefined ? "pending" : shownState(entry)} />;
}

interface EntryFollowProps {
  entryId: string;
  /** No way to the outbox: what must be done there has its own button beside it. */
  noLink?: boolean;
}

/** An entry's state, kept up to date, with the service's words where it has some and the way to the outbox. */
export function EntryFollow({ entryId, noLink = false }: EntryFollowProps) {
  const { t } = useTranslation();
  const entry = useChannel("outbox.get", { entryId }).data;
  const last = entry?.attempts.at(-1);
  const problem = entry?.lastProblem ?? null;
  return (
    <span className={`${classes.follow} inline gap-4-16 min-w-0`} role="status">
      <EntryStateBadge entryId={entryId} />
      {entry === undefined || problem === null || entry.state === "confirmed" ? null : (
        <span className="dim breaks" dir="auto">
          {problem.code === "answered" ? (
            <ProblemWords problem={problem} kind={entry.kind} />
          ) : heldReasonOf(problem) === null && last?.outcome != null ? (
            // What the network said is for the sending history; here it is said what it means.
            t(`outbox.attempts.outcome.${last.outcome}`)
          ) : (
            problemWords(t, problem)
          )}
        </span>
      )}
      {noLink ? null : (
        <Link href={`/outbox/${entryId}`} className="accent inline target">
          {t("action.openOutbox")}
        </Link>
      )}
    </span>
  );
}

interface CorrectButtonProps {
  /** Where the entry's form takes it up. */
  path: string;
  onPress?: () => void;
}

/** Takes an entry up in its form again, to be corrected. */
export function CorrectButton({ path, onPress }: CorrectButtonProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const run = () => {
    onPress?.();
    navigate(path);
  };
  useShortcut({ combo: "Mod+E", words: t("outbox.do.correct"), run });
  return (
    <Button
      variant="light"
      onClick={run}
      rightSection={<Keys combo="Mod+E" />}
      aria-keyshortcuts={ariaCombo("Mod+E")}
      data-testid="entry-correct"
    >
      {t("outbox.do.correct")}
    </Button>
  );
}
