import { Menu, Progress } from "@mantine/core";
import {
  IconBraces,
  IconCalendarCheck,
  IconChevronDown,
  IconCircleCheck,
  IconFileExport,
  IconListCheck,
  IconTable,
} from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useRoute } from "wouter";
import { z } from "zod";
import type { ChainProblem } from "../../../contract/channels/audit.ts";
import type { EntrySummary } from "../../../contract/channels/posting.ts";
import { personName, right } from "../../../contract/rights.ts";
import { useMay } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { useNarrow } from "../../client/use-narrow.ts";
import { Amount, amountWidth, longestFraction } from "../../features/amount.tsx";
import { ErrorPanel } from "../../features/help.tsx";
import { ListTable } from "../../features/list-table.tsx";
import { AllowanceNote } from "../../features/people/allowance-note.tsx";
import { Who } from "../../features/people/who.tsx";
import { RecordName } from "../../features/record-picker/records.tsx";
import { RecoveryReports } from "../../features/recovery/report-details.tsx";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState, NotConnected } from "../../ui/empty-state.tsx";
import { Name } from "../../ui/name.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./activity.module.css";
import { DaySheetsPage } from "./day-sheets-page.tsx";
import {
  type AuditEntry,
  actionWords,
  shownAction,
  subjectWords,
  useAudit,
  useAuditExport,
} from "./use-audit.ts";

/** What a record is about, as far as people know it. */
interface About {
  entryId: string;
  /** A supplier, a voucher's note, a record's name; null for an entry that is not among the newest. */
  party: string | null;
  amount: string | null;
  currencyId: string | null;
}

/** The newest entries are named; an older record keeps its own amount, and its link. */
const NEWEST = 500;

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The entry that a record is about; null for a record of something else. */
const entryIdOf = ({ action, subject, details }: AuditEntry): string | null =>
  textOf(details.entryId) ?? (action.startsWith("entry.") ? subject : null);

const aboutOf = (record: AuditEntry, known: ReadonlyMap<string, EntrySummary>): About | null => {
  const entryId = entryIdOf(record);
  if (entryId === null) return null;
  const entry = known.get(entryId);
  return {
    entryId,
    party: entry === undefined || entry.subject === "" ? null : entry.subject,
    amount: textOf(record.details.amount) ?? entry?.localAmount ?? null,
    currencyId: textOf(record.details.currencyId) ?? entry?.currencyId ?? null,
  };
};

const people = z.object({
  person: personName.nullable().catch(null),
  approver: personName.nullable().catch(null),
  askedBy: personName.nullable().catch(null),
  from: personName.nullable().catch(null),
  right: right.nullable().catch(null),
});

/** Who did it, who approved it, of an approval what it was for, and for whom, and whose a draft was. */
const peopleOf = ({ details }: AuditEntry) => people.parse(details);

/** What each record is about, by its number. */
function useAbout(records: readonly AuditEntry[]): ReadonlyMap<number, About> {
  const entries = useChannel("outbox.list", { limit: NEWEST }).data?.entries;
  return useMemo(() => {
    const known = new Map((entries ?? []).map((entry) => [entry.entryId, entry]));
    return new Map(
      records.flatMap((record) => {
        const about = aboutOf(record, known);
        return about === null ? [] : [[record.sequence, about] as const];
      }),
    );
  }, [entries, records]);
}

type AuditExport = ReturnType<typeof useAuditExport>;

const WAYS = [
  { format: "csv", Icon: IconTable },
  { format: "jsonl", Icon: IconBraces },
] as const;

/** The record as a file that others can verify. */
function ExportButton({ start, running }: AuditExport) {
  const { t } = useTranslation();
  const may = useMay("export");
  if (may === "never") return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          data-testid="audit-export"
          busy={running}
          leftSection={<IconFileExport size="1.125rem" stroke={1.7} aria-hidden="true" />}
          rightSection={<IconChevronDown size="1rem" stroke={1.7} aria-hidden="true" />}
        >
          {t("activity.export.button")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {WAYS.map(({ format, Icon }) => (
          <Menu.Item
            key={format}
            className={classes.way ?? ""}
            data-testid={`audit-export-${format}`}
            leftSection={<Icon size="1.125rem" stroke={1.7} aria-hidden="true" />}
            onClick={() => start(format)}
          >
            {t(`activity.export.${format}`)}
          </Menu.Item>
        ))}
        <AllowanceNote of={may} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** How far it is, and how it ended: where the file is, and the hash to write down. */
function ExportOutcome({ progress, made, error }: AuditExport) {
  const { t } = useTranslation();
  const far =
    progress === null
      ? null
      : t("activity.export.progress", { entries: progress.entries, count: progress.total });
  return (
    <div role="status" className="if-any">
      {progress === null || far === null ? null : (
        <>
          <Progress
            value={(progress.entries / Math.max(1, progress.total)) * 100}
            aria-label={far}
            transitionDuration={0}
          />
          <p className="dim">{far}</p>
        </>
      )}
      <ErrorPanel error={error} />
      {made === null ? null : (
        <Notice kind={made.chainProblem === null ? "good" : "warn"}>
          {t("activity.export.done", { count: made.entries })} <Code>{made.path}</Code>
          <p className="breaks after-4">
            {t("activity.export.lastHash")} <Code>{made.lastHash}</Code>
          </p>
          {made.chainProblem === null ? null : (
            <p className="breaks after-4">{t("activity.export.brokenToo")}</p>
          )}
        </Notice>
      )}
    </div>
  );
}

/** One line of the record, whole. */
function AuditDetail({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const entryId = entryIdOf(entry);
  return (
    <section className={`${classes.detail} scroll-y fixed pad-12-16 sheet`} aria-live="polite">
      <dl className={`${classes.facts} rest-beside grid`}>
        <dt>{t("activity.column.subject")}</dt>
        <dd>
          <Code>{entry.subject}</Code>
          {entryId === null ? null : <Link href={`/outbox/${entryId}`}>{t("action.openOutbox")}</Link>}
        </dd>
        <dt>{t("field.userId")}</dt>
        <dd>{String(entry.userId)}</dd>
        <dt>{t("activity.column.sequence")}</dt>
        <dd>{formats.count(entry.sequence)}</dd>
        <dt>{t("field.deviceId")}</dt>
        <dd>
          <Code>{entry.deviceId}</Code>
        </dd>
        <dt>{t("field.hash")}</dt>
        <dd>
          <Code>{entry.hash}</Code>
        </dd>
        <dt>{t("activity.detail.details")}</dt>
        <dd>
          <pre dir="ltr" className="small mono breaks as-typed">
            {JSON.stringify(entry.details, null, 2)}
          </pre>
        </dd>
      </dl>
    </section>
  );
}

/** Whether the record is whole; where it isn't, what is wrong and what to do. */
function ChainState({ problem, empty }: { problem: ChainProblem | null; empty: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {problem === null ? null : (
        <div role="alert" data-testid="chain-broken">
          <Notice kind="bad" title={t(`activity.broken.${problem}`)}>
            {t("activity.broken.todo")}
          </Notice>
        </div>
      )}
      <details className={`${classes.help} dim`}>
        <summary>
          {problem === null && !empty ? (
            <span className={classes.chip}>
              <IconCircleCheck size="1.125rem" stroke={1.8} aria-hidden="true" />
              {t("activity.intact")}
            </span>
          ) : null}
          {t("activity.help.title")}
        </summary>
        {problem === null && !empty ? <p>{t("activity.intactText")}</p> : null}
        <p>{t("activity.help.how")}</p>
        <p>{t("activity.help.end")}</p>
        <p>{t("activity.help.limits")}</p>
      </details>
    </>
  );
}

/** A person by the name that they have now; nothing where they are not known any more. */
function PersonOf({ personId }: { personId: string }) {
  const people = useChannel("people.list", {}).data?.people;
  const name = people?.find((one) => one.personId === personId)?.name ?? "";
  return name === "" ? null : <Name oneLine>{name}</Name>;
}

/** The party or record that something was done to; a link where there is an entry of it. */
function Subject({ entry, about }: { entry: AuditEntry; about: About | undefined }) {
  const { t } = useTranslation();
  const { action, subject } = entry;
  if (about !== undefined)
    return (
      <Link href={`/outbox/${about.entryId}`} tabIndex={-1} className="min-w-0">
        {about.party === null ? t("action.openOutbox") : <Name oneLine>{about.party}</Name>}
      </Link>
    );
  if (action === "returnWindow.changed")
    return subject === "" ? t("activity.everySupplier") : <RecordName kind="supplier" id={subject} />;
  if (/^(?:person|approval|draft)\./.test(action)) {
    const of = peopleOf(entry);
    if (of.right !== null || of.askedBy !== null)
      return (
        <>
          {of.right === null ? null : t(`people.right.${of.right}`)}
          {of.askedBy === null ? null : <span>{t("activity.askedBy", { name: of.askedBy.name })}</span>}
        </>
      );
    if (action === "person.wrongPin") return <PersonOf personId={subject} />;
    if (of.from !== null) return <span>{t("approval.draft.takenFrom", { name: of.from.name })}</span>;
    const name = textOf(entry.details.name);
    return name === null ? null : <Name oneLine>{name}</Name>;
  }
  const { words, ids } = subjectWords(t, subject);
  return (
    <>
      {words}
      {words === null || ids === "" ? null : " "}
      {ids === "" ? null : (
        <span className="small mono">
          <Name oneLine>{ids}</Name>
        </span>
      )}
    </>
  );
}

function useColumns(entries: readonly AuditEntry[], about: ReadonlyMap<number, About>): Column<AuditEntry>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const narrow = useNarrow(46);
  return useMemo(() => {
    const amounts = [...about.values()].map(({ amount }) => amount);
    const fraction = longestFraction(amounts, 3);
    // One user's records name the user below them, once.
    const several = new Set(entries.map(({ userId }) => String(userId))).size > 1;
    const who: Column<AuditEntry> = {
      id: "who",
      header: t("field.userId"),
      track: "5rem",
      cell: (entry) => String(entry.userId),
    };
    const at: Column<AuditEntry> = {
      id: "at",
      header: t("field.at"),
      track: "15rem",
      cell: (entry) => formats.dateTime(entry.at),
    };
    return [
      ...(narrow ? [] : [at]),
      ...(several && !narrow ? [who] : []),
      {
        id: "action",
        header: t("activity.column.action"),
        track: "minmax(12rem, 1fr)",
        cell: (entry) => (
          <span className="tight grid">
            <span className="cut">{actionWords(t, shownAction(entry))}</span>
            <span className="note flex gap-8 cut">
              <Subject entry={entry} about={about.get(entry.sequence)} />
              <Who {...peopleOf(entry)} />
              {narrow ? <TimeAgo at={entry.at} /> : null}
            </span>
          </span>
        ),
      },
      {
        id: "amount",
        header: t("field.amount"),
        track: `minmax(0, ${amountWidth(amounts, { fraction, least: 9, currency: true })}rem)`,
        align: "end",
        cell: ({ sequence }) => {
          const { amount, currencyId } = about.get(sequence) ?? { amount: null, currencyId: null };
          return amount === null ? null : <Amount value={amount} currencyId={currencyId} align={fraction} />;
        },
      },
    ];
  }, [t, formats, entries, about, narrow]);
}

function Record() {
  const { t } = useTranslation();
  const { entries, problem, error, checking, readMore, checkAgain } = useAudit();
  const taken = useAuditExport();
  const about = useAbout(entries);
  const columns = useColumns(entries, about);
  const [, navigate] = useLocation();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = entries.find((entry) => String(entry.sequence) === activeKey);
  return (
    <Page
      fill
      title={t("nav.screen.activity")}
      description={t("activity.description")}
      main={{ words: t("activity.check"), combo: "Mod+Enter", run: checkAgain, busy: checking }}
      others={
        <>
          <Button
            variant="default"
            data-testid="day-sheets"
            leftSection={<IconCalendarCheck size="1.125rem" stroke={1.7} aria-hidden="true" />}
            onClick={() => navigate("/activity/days")}
          >
            {t("activity.days")}
          </Button>
          <ExportButton {...taken} />
        </>
      }
    >
      <ErrorPanel error={error} onRetry={checkAgain} />
      {problem === undefined && error !== null ? null : (
        <div className={`${classes.column} column gap-12 min-h-0`}>
          <RecoveryReports />
          <ExportOutcome {...taken} />
          {problem === undefined ? null : <ChainState problem={problem} empty={entries.length === 0} />}
          <ListTable
            label={t("nav.screen.activity")}
            columns={columns}
            rows={problem === undefined ? undefined : entries}
            keyOf={(entry) => String(entry.sequence)}
            activeKey={activeKey}
            onActive={setActiveKey}
            onOpen={({ sequence }) => {
              const opened = about.get(sequence);
              if (opened !== undefined) navigate(`/outbox/${opened.entryId}`);
            }}
            onEnd={readMore}
            empty={
              <EmptyState title={t("activity.empty")} icon={IconListCheck}>
                {t("activity.emptyText")}
              </EmptyState>
            }
          />
          {entries.length === 0 ? null : active === undefined ? (
            <p className="dim">{t("activity.detail.choose")}</p>
          ) : (
            <AuditDetail entry={active} />
          )}
        </div>
      )}
    </Page>
  );
}

/** Who did what, and whether the record is whole. */
export default function ActivityScreen() {
  const { t } = useTranslation();
  const connection = useChannel("connection.get", {});
  const [days] = useRoute("/activity/days");
  if (connection.data !== null) return days ? <DaySheetsPage /> : <Record />;
  return (
    <Page title={t("nav.screen.activity")} description={t("activity.description")}>
      <NotConnected />
    </Page>
  );
}
