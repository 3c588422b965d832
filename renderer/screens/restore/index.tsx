import { Button, Progress, Tabs } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { replyErrorOf } from "../../client/api.ts";
import { useChannel } from "../../client/queries.ts";
import { EntryFollow } from "../../features/entries/entry-follow.tsx";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import { errorWords } from "../../i18n/error-words.ts";
import { NotConnected } from "../../ui/not-connected.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Views } from "../../ui/views.tsx";
import { AskAgain } from "./ask-again.tsx";
import { Preview, SHOWN } from "./preview.tsx";
import { RecordList } from "./record-list.tsx";
import classes from "./restore.module.css";
import { RESTORE_KINDS, type RestoreKind, rateItem, recordItem } from "./restore-plan.ts";
import { type Asked, chooseItem, clearAsked, useRestores } from "./restore-store.ts";
import { useAskedBefore } from "./use-known-restores.ts";
import { useRestore } from "./use-restore.ts";
import { useRecordWords } from "./use-sentence.ts";

function Outcome({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  if (asked.step === "entered") return <EntryFollow entryId={asked.entryId} />;
  if (asked.step === "refused")
    return <span className="bad">{errorWords(t, replyErrorOf(asked.error)).what}</span>;
  return <span className="dim after-8">{t("restore.results.waiting")}</span>;
}

/** What became of each restore, followed until the service answered. */
function Results({ asked, running }: { asked: Asked[]; running: boolean }) {
  const { t } = useTranslation();
  const words = useRecordWords();
  if (asked.length === 0) return null;
  const refused = asked.filter(({ step }) => step === "refused");
  // What was refused stands first: it is what wants a look.
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
          <Link href="/outbox">{t("components.follow.openOutbox")}</Link>
        </p>
      )}
    </Panel>
  );
}

/** Names a record that this counter doesn't list: by its id, or a rate by its two currencies. */
function NameByIds({ kind }: { kind: RestoreKind }) {
  const { t } = useTranslation();
  const [first, setFirst] = useState<string | null>(null);
  const [second, setSecond] = useState<string | null>(null);
  const ready = first !== null && (kind !== "exchangeRate" || second !== null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (first === null) return;
    if (kind !== "exchangeRate") chooseItem(recordItem(kind, first, null));
    else if (second === null) return;
    else chooseItem(rateItem(first, second));
    setFirst(null);
    setSecond(null);
  };
  return (
    <form
      className={`${classes.byIds} wrap bottom gap-8`}
      onSubmit={add}
      aria-label={t("restore.name.title")}
    >
      <span className="dim full-row">{t("restore.name.title")}</span>
      {kind === "exchangeRate" ? (
        <>
          <div data-testid="restore-from">
            <RecordPicker
              withDeleted
              kind="currency"
              label={t("restore.name.from")}
              value={first}
              onChange={setFirst}
            />
          </div>
          <div data-testid="restore-to">
            <RecordPicker
              withDeleted
              kind="currency"
              label={t("restore.name.to")}
              value={second}
              onChange={setSecond}
            />
          </div>
        </>
      ) : (
        <div data-testid="restore-id">
          <RecordPicker
            withDeleted
            kind={kind}
            label={t(`restore.name.${kind}`)}
            value={first}
            onChange={setFirst}
          />
        </div>
      )}
      <Button
        type="submit"
        variant="default"
        disabled={!ready}
        data-testid="restore-add"
        leftSection={<IconPlus size="1rem" stroke={1.8} />}
      >
        {t("restore.name.add")}
      </Button>
    </form>
  );
}

/** Deleted reference records back into use: exchange rates, permissions, measure units, accounts. */
export default function RestoreScreen() {
  const { t } = useTranslation();
  const connected = useChannel("connection.get", {}).data !== null;
  if (connected) return <Restore />;
  return (
    <Page title={t("restore.title")}>
      <NotConnected />
    </Page>
  );
}

function Restore() {
  const { t } = useTranslation();
  const [kind, setKind] = useState<RestoreKind>("exchangeRate");
  const { chosen, asked, running } = useRestores();
  const { before, error, retry } = useAskedBefore(chosen);
  const [asksAgain, setAsksAgain] = useState(false);
  const restore = useRestore();
  return (
    <Page
      title={t("restore.title")}
      fill
      main={{
        words: chosen.length === 0 ? t("restore.runNone") : t("restore.run", { count: chosen.length }),
        combo: "Mod+Enter",
        run: () => (before?.length === 0 ? void restore() : setAsksAgain(true)),
        busy: running,
        // What is not known to be new is not asked for: it may be the second time.
        disabled: chosen.length === 0 || before === null,
      }}
    >
      <div className={`${classes.screen} grid gap-16 min-h-0`}>
        <Views
          label={t("restore.kinds")}
          views={RESTORE_KINDS.map((value) => ({ value, words: t(`restore.tab.${value}`) }))}
          shown={kind}
          onShow={setKind}
          className={`${classes.tabs} column min-w-0 min-h-0`}
          testId="restore-tab"
        >
          <Tabs.Panel
            key={kind}
            value={kind}
            className={`${classes.panel} column gap-12 grow min-h-0 pad-above-12`}
          >
            <RecordList kind={kind} />
            <NameByIds kind={kind} />
          </Tabs.Panel>
        </Views>
        <div className={`${classes.aside} scroll-y column gap-16 min-h-0`}>
          {error === null ? null : <ErrorPanel error={error} onRetry={retry} />}
          <Results asked={asked} running={running} />
          <Preview chosen={chosen} />
        </div>
        <AskAgain before={before ?? []} opened={asksAgain} onClose={() => setAsksAgain(false)} />
      </div>
    </Page>
  );
}
