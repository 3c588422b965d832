import { Button, Tabs } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { RESTORE_KINDS, type RestoreKind, restoreOf } from "../../../contract/operations.ts";
import { allowanceIn, useStanding } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { AllowanceNote } from "../../features/people/allowance-note.tsx";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import { NotConnected } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Views } from "../../ui/views.tsx";
import { AskAgain, RestorePreview, Results } from "./asked.tsx";

import { RecordList } from "./record-list.tsx";
import classes from "./restore.module.css";
import { restoreItem, useAskedBefore } from "./restore-plan.ts";
import { chooseItem, useRestore, useRestores } from "./restore-store.ts";

/** Names a record that this counter doesn't list, by its ids. */
function NameByIds({ kind }: { kind: RestoreKind }) {
  const { t } = useTranslation();
  const { keys } = restoreOf(kind);
  const [ids, setIds] = useState<readonly (string | null)[]>([]);
  const given = keys.flatMap((_, at) => ids[at] ?? []);
  const ready = given.length === keys.length;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    chooseItem(restoreItem(kind, given));
    setIds([]);
  };
  return (
    <form
      className={`${classes.byIds} wrap bottom gap-8`}
      onSubmit={add}
      aria-label={t("restore.name.title")}
    >
      <span className="dim full-row">{t("restore.name.title")}</span>
      {keys.map(({ input, list }, at) => (
        <div key={input} data-testid={`restore-${input}`}>
          <RecordPicker
            withDeleted
            kind={list}
            label={t(`operations.field.${input}`)}
            value={ids[at] ?? null}
            onChange={(id) => setIds(keys.map((_, one) => (one === at ? id : (ids[one] ?? null))))}
          />
        </div>
      ))}
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
    <Page title={t("nav.screen.restore")}>
      <NotConnected />
    </Page>
  );
}

function Restore() {
  const { t } = useTranslation();
  const who = useStanding();
  const mayOf = (list: RestoreKind) => allowanceIn(who, restoreOf(list).operation);
  const kinds = RESTORE_KINDS.filter((list) => mayOf(list) !== "never");
  const [picked, setKind] = useState<RestoreKind>("exchangeRate");
  const kind = kinds.includes(picked) ? picked : kinds[0];
  const { chosen, asked, running } = useRestores();
  const { before, error, retry } = useAskedBefore(chosen);
  const [asksAgain, setAsksAgain] = useState(false);
  const restore = useRestore();
  if (kind === undefined)
    return (
      <Page title={t("nav.screen.restore")}>
        <AllowanceNote of="never" />
      </Page>
    );
  return (
    <Page
      title={t("nav.screen.restore")}
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
          views={kinds.map((value) => ({ value, words: t(`operations.list.${value}`) }))}
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
            <AllowanceNote of={mayOf(kind)} />
            <RecordList kind={kind} />
            <NameByIds kind={kind} />
          </Tabs.Panel>
        </Views>
        <div className={`${classes.aside} scroll-y column gap-16 min-h-0`}>
          <ErrorPanel error={error} onRetry={retry} />
          <Results asked={asked} running={running} />
          <RestorePreview chosen={chosen} />
        </div>
        <AskAgain before={before ?? []} opened={asksAgain} onClose={() => setAsksAgain(false)} />
      </div>
    </Page>
  );
}
