import { notifications } from "@mantine/notifications";
import { IconArrowBackUp, IconListCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { ListState } from "../../../contract/channels/shop-folder.ts";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { REFERENCE_KINDS } from "../../../contract/lists.ts";
import { useMay } from "../../client/may.ts";
import { channelKey, useChannel, useSend } from "../../client/queries.ts";
import { useFormats } from "../../client/settings.ts";
import { columnWords, useChoiceWords } from "../../features/files/names.ts";
import { HelpLink } from "../../features/help.tsx";
import { ListTable } from "../../features/list-table.tsx";
import { AllowanceNote } from "../../features/people/allowance-note.tsx";
import { FolderError } from "../../features/shop-folder/trouble.tsx";
import { Button } from "../../ui/button.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState, Loading } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Filter } from "../../ui/views.tsx";
import classes from "./reference-data.module.css";

type Row = ChannelOutput<"shopFolder.changes">["rows"][number] & { at: number };

/** One cell of a row: what it is, and what it will be. */
function Cell({ cell: { column, before, after } }: { cell: Row["cells"][number] }) {
  const { t } = useTranslation();
  const choiceWords = useChoiceWords();
  const wordsOf = (value: string): string =>
    value === "" ? t("shopFolder.changes.empty") : choiceWords(column, value);
  return (
    <span className={classes.changed}>
      <bdi className="dim">{columnWords(t, column)}</bdi>{" "}
      {before === null ? null : (
        <>
          <del className="dim">
            <bdi>{wordsOf(before)}</bdi>
          </del>{" "}
        </>
      )}
      {before !== null && after !== null ? (
        <span aria-hidden="true" className="mirrored inline-block">
          →
        </span>
      ) : null}{" "}
      {after === null ? null : (
        <ins className="semi unlined">
          <bdi>{wordsOf(after)}</bdi>
        </ins>
      )}
    </span>
  );
}

const Cells = ({ of: { cells } }: { of: Row }) => cells.map((cell) => <Cell key={cell.column} cell={cell} />);

function useColumns(): Column<Row>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: "row",
        header: t("shopFolder.changes.row"),
        track: "minmax(12rem, 1fr)",
        cell: ({ name }) => <bdi>{name}</bdi>,
      },
      {
        id: "what",
        header: t("shopFolder.changes.what"),
        track: "7rem",
        cell: ({ change }) => t(`shopFolder.changes.${change}`),
      },
      {
        id: "cells",
        header: t("shopFolder.changes.cells"),
        track: "minmax(22rem, 3fr)",
        cell: (row) => (
          <span className={`${classes.changes} row gap-0-16`}>
            <Cells of={row} />
          </span>
        ),
      },
    ],
    [t],
  );
}

const FILTERS = ["all", "added", "changed", "removed"] as const;

/** What a version that waits would change, and the two answers. */
function Changes({
  list,
  next,
  isNewer,
}: {
  list: ListState["list"];
  next: NonNullable<ListState["next"]>;
  isNewer: boolean;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const may = useMay("import");
  const read = useChannel("shopFolder.changes", { list }, { eachTime: true });
  const decide = useSend("shopFolder.decide", {
    onSuccess: (state, { take }) => {
      client.setQueryData(channelKey("shopFolder.get", {}), state);
      notifications.show({ message: t(take ? "shopFolder.changes.taken" : "shopFolder.changes.declined") });
      navigate(`/reference-data/${list}`);
    },
  });
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>("all");
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const columns = useColumns();
  const rows = useMemo(
    () =>
      read.data?.rows
        .map((row, at) => ({ ...row, at }))
        .filter(({ change }) => filter === "all" || change === filter),
    [read.data, filter],
  );
  const { added, changed, removed, prices, version, because } = next;
  const active = rows?.find(({ at }) => String(at) === activeKey) ?? rows?.[0];
  const counts = { added, changed, removed };
  const listed = read.data?.rows.length ?? 0;
  const isCut = listed > 0 && listed < added + changed + removed;
  const say = (take: boolean) => decide.mutate({ list, version, take });
  return (
    <Page
      fill
      title={t("shopFolder.changes.title", { list: t(`list.${list}`) })}
      description={t("shopFolder.changes.counts", {
        version: formats.count(version),
        added: formats.count(added),
        changed: formats.count(changed),
        removed: formats.count(removed),
        prices: formats.count(prices),
      })}
      {...(may === "never"
        ? {}
        : {
            main: {
              words: t("shopFolder.changes.take"),
              combo: "Mod+Enter",
              run: () => say(true),
              busy: decide.isPending,
              testId: "take-list",
            },
          })}
      others={
        <>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size="1.125rem" stroke={1.7} aria-hidden="true" />}
            onClick={() => navigate(`/reference-data/${list}`)}
          >
            {t("shopFolder.changes.back")}
          </Button>
          {may === "never" ? null : (
            <Button
              variant="default"
              busy={decide.isPending}
              title={t("shopFolder.changes.declineText")}
              onClick={() => say(false)}
              data-testid="decline-list"
            >
              {t("shopFolder.changes.decline")}
            </Button>
          )}
        </>
      }
    >
      <div className="column gap-12 min-h-0">
        <FolderError error={decide.error} />
        {isNewer ? (
          <div role="alert">
            <Notice kind="warn">{t("shopFolder.changes.newer", { version: formats.count(version) })}</Notice>
          </div>
        ) : null}
        <AllowanceNote of={may} />
        <div className="row gap-8-16">
          <Filter
            label={t("shopFolder.changes.filter")}
            options={FILTERS.map((value) => ({
              value,
              words: t(value === "all" ? "shopFolder.all" : `shopFolder.changes.${value}`),
              count: value === "all" ? added + changed + removed : counts[value],
            }))}
            chosen={filter}
            onChoose={setFilter}
          />
          <span className="note">
            {because.map((why) => t(`shopFolder.changes.because.${why}`)).join(" ")}{" "}
            {isCut ? t("shopFolder.changes.first", { count: listed }) : null}
          </span>
          <HelpLink page="shop-folder" />
        </div>
        <div className={`${classes.table} column grow min-h-0`}>
          <ListTable
            label={t("shopFolder.changes.title", { list: t(`list.${list}`) })}
            columns={columns}
            rows={rows}
            error={read.error}
            onRetry={() => void read.refetch()}
            keyOf={({ at }) => String(at)}
            activeKey={activeKey}
            onActive={setActiveKey}
            marksFirst
            testId="change"
            empty={<EmptyState title={t("shopFolder.changes.nothing")} icon={IconListCheck} />}
          />
        </div>
        {active === undefined ? null : (
          <p className={`${classes.whole} row gap-0-16 flush`} data-testid="change-whole">
            <bdi className="medium">{active.name}</bdi>
            <Cells of={active} />
          </p>
        )}
      </div>
    </Page>
  );
}

/** The list that the address names. */
export default function ChangesPage({ name }: { name: string }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const state = useChannel("shopFolder.get", {});
  const list = REFERENCE_KINDS.find((kind) => kind === name);
  const next = state.data?.lists.find((one) => one.list === list)?.next;
  const [first, setFirst] = useState<{ name: string; version: number } | null>(null);
  if (first?.name !== name && next != null) setFirst({ name, version: next.version });
  if (list !== undefined && next != null && next.waitsFor !== "rollout")
    return (
      <Changes
        key={`${list} ${next.version}`}
        list={list}
        next={next}
        isNewer={first?.name === name && first.version !== next.version}
      />
    );
  return (
    <Page title={t("nav.screen.reference-data")}>
      <FolderError error={state.error} onRetry={() => void state.refetch()} />
      {state.error !== null ? null : state.data === undefined ? (
        <Loading />
      ) : (
        <EmptyState
          title={t("shopFolder.changes.noneWaits")}
          icon={IconListCheck}
          action={<Button onClick={() => navigate("/reference-data")}>{t("shopFolder.changes.back")}</Button>}
        >
          {t("shopFolder.changes.nothingText")}
        </EmptyState>
      )}
    </Page>
  );
}
