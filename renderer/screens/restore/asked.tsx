import { ActionIcon, Group, Modal, Progress } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { KnownRestore } from "../../../contract/channels/posting.ts";
import { replyErrorOf } from "../../client/api.ts";
import { useChannel } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { EntryFollow, EntryStateBadge } from "../../features/entries.tsx";
import { errorWords } from "../../i18n/error-words.ts";
import { dayOf } from "../../lib/time.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/page.tsx";
import classes from "./restore.module.css";
import { type AskedBefore, type RestoreItem, requestOf, useAskedBefore } from "./restore-plan.ts";
import { type AskedRestore, clearAsked, dropItem, useRecordWords, useRestore } from "./restore-store.ts";

function AskedRecord({ item }: { item: RestoreItem }) {
  const { t } = useTranslation();
  const words = useRecordWords();
  const connection = useChannel("connection.get", {}).data;
  const request = connection == null ? null : requestOf(item, connection);
  return (
    <li className={classes.asked}>
      <div className="min-w-0">
        <p>{words(item)}</p>
        {request === null ? null : (
          <details>
            <summary>{t("restore.preview.request")}</summary>
            <pre dir="ltr">
              {`${request.method} ${request.path}\n`}
              {request.fields.map(([name, value]) => `${name}: ${value}`).join("\n")}
            </pre>
          </details>
        )}
      </div>
      <ActionIcon
        aria-label={t("restore.preview.drop", { record: words(item) })}
        onClick={() => dropItem(item.key)}
      >
        <IconX size="1.125rem" stroke={1.8} />
      </ActionIcon>
    </li>
  );
}

/** Each has its line up to here; of a thousand, nobody reads more, and each costs a look-up. */
const SHOWN = 50;

/** Exactly what will be asked of the service, before it is asked; and what nobody can know beforehand. */
export function RestorePreview({ chosen }: { chosen: RestoreItem[] }) {
  const { t } = useTranslation();
  const again = useAskedBefore(chosen).before?.length ?? 0;
  return (
    <Panel title={t("restore.preview.title")} aside={t("restore.preview.chosen", { count: chosen.length })}>
      {chosen.length === 0 ? (
        <p className="dim after-8">{t("restore.preview.none")}</p>
      ) : (
        <>
          <p>{t("restore.preview.lead", { count: chosen.length })}</p>
          {again === 0 ? null : <Notice kind="warn">{t("restore.preview.again", { count: again })}</Notice>}
          <ol className="list" data-testid="restore-preview">
            {chosen.slice(0, SHOWN).map((item) => (
              <AskedRecord key={item.key} item={item} />
            ))}
          </ol>
          {chosen.length <= SHOWN ? null : (
            <p className="dim after-8">{t("restore.preview.more", { count: chosen.length - SHOWN })}</p>
          )}
        </>
      )}
      <p className="dim after-8">{t("restore.preview.safe")}</p>
      <p className="dim after-8">{t("restore.preview.unknown")}</p>
    </Panel>
  );
}

function Outcome({ asked }: { asked: AskedRestore }) {
  const { t } = useTranslation();
  if (asked.step === "entered") return <EntryFollow entryId={asked.entryId} />;
  if (asked.step === "refused")
    return <span className="bad">{errorWords(t, replyErrorOf(asked.error)).what}</span>;
  return <span className="dim after-8">{t("restore.results.waiting")}</span>;
}

/** What became of each restore, followed until the service answered. */
export function Results({ asked, running }: { asked: AskedRestore[]; running: boolean }) {
  const { t } = useTranslation();
  const words = useRecordWords();
  if (asked.length === 0) return null;
  const refused = asked.filter(({ step }) => step === "refused");
  // What was refused comes first: it needs a look.
  const listed = [...refused, ...asked.filter(({ step }) => step !== "refused")].slice(0, SHOWN);
  const settled = asked.filter(({ step }) => step === "entered" || step === "refused").length;
  return (
    <Panel
      title={t("restore.results.title")}
      aside={
        <Button variant="subtle" color="gray" disabled={running} onClick={clearAsked}>
          {t("restore.results.clear")}
        </Button>
      }
    >
      {running ? (
        <Progress
          value={(settled / asked.length) * 100}
          aria-label={t("restore.results.progress", { settled, count: asked.length })}
          transitionDuration={0}
        />
      ) : null}
      <p role="status">
        {t("restore.results.entered", { count: settled - refused.length })}
        {refused.length === 0 ? null : ` ${t("restore.results.refused", { count: refused.length })}`}
      </p>
      <ul className="list" data-testid="restore-results">
        {listed.map((one, index) => (
          <li
            key={one.step === "entered" ? one.entryId : `${one.item.key} ${index}`}
            className={classes.result}
          >
            <p>{words(one.item)}</p>
            <Outcome asked={one} />
          </li>
        ))}
      </ul>
      {asked.length <= SHOWN ? null : (
        <p className="dim after-8">
          {t("restore.results.more", { count: asked.length - SHOWN })}{" "}
          <Link href="/outbox">{t("action.openOutbox")}</Link>
        </p>
      )}
    </Panel>
  );
}

interface AskAgainProps {
  /** The chosen records that were asked for before. */
  before: AskedBefore[];
  opened: boolean;
  onClose: () => void;
}

/** Asks before a second request for the same record, with what is known of the first. */
export function AskAgain({ before, opened, onClose }: AskAgainProps) {
  const { t } = useTranslation();
  const words = useRecordWords();
  const restore = useRestore();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("restore.askAgain.title", { count: before.length })}
      closeButtonProps={{ "aria-label": t("action.close") }}
    >
      <p>{t("restore.askAgain.text")}</p>
      <ul className="list" data-testid="restore-asked-before">
        {before.slice(0, SHOWN).map(({ item, known }) => (
          <li key={item.key} className={classes.result}>
            <p>{words(item)}</p>
            <KnownMark known={known} />
          </li>
        ))}
      </ul>
      {before.length <= SHOWN ? null : (
        <p className="dim after-8">{t("restore.preview.more", { count: before.length - SHOWN })}</p>
      )}
      <Group justify="flex-end" mt="md">
        <Button
          variant="default"
          data-autofocus
          data-testid="restore-leave-out"
          onClick={() => {
            for (const { item } of before) dropItem(item.key);
            onClose();
          }}
        >
          {t("restore.askAgain.leaveOut")}
        </Button>
        <Button
          data-testid="restore-ask-again"
          onClick={() => {
            onClose();
            void restore();
          }}
        >
          {t("restore.askAgain.ask")}
        </Button>
      </Group>
    </Modal>
  );
}

interface KnownMarkProps {
  known: KnownRestore;
  /** The record was deleted after it was confirmed: this is said first. */
  deletedAgain?: boolean;
}

/** What is known of a record that was asked for, in two lines: how it is now, and below it since when or what was before. */
export function KnownMark({ known, deletedAgain = false }: KnownMarkProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { confirmedAt, state, entryId } = known;
  const isSettled = state === "confirmed" || state === "discarded";
  const date = confirmedAt === null ? "" : formats.date(dayOf(Date.parse(confirmedAt)));
  const under =
    confirmedAt === null
      ? t("restore.mark.asked")
      : t(isSettled && !deletedAgain ? "restore.mark.on" : "restore.mark.before", {
          date: `\u2068${date}\u2069`,
        });
  return (
    <span className="two-lines">
      {deletedAgain ? (
        <span>{t("state.deleted")}</span>
      ) : isSettled ? (
        <span className="good">{t("restore.mark.confirmed")}</span>
      ) : (
        <EntryStateBadge entryId={entryId} />
      )}
      <span
        className="note"
        title={confirmedAt === null ? under : `${under} · ${formats.dateTime(confirmedAt)}`}
      >
        {under}
      </span>
    </span>
  );
}
