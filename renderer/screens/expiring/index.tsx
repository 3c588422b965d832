import { IconCalendarDue } from "@tabler/icons-react";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useMay } from "../../client/may.ts";
import { useChannel } from "../../client/queries.ts";
import { Amount } from "../../features/amount.tsx";
import { type WishedReturn, wishReturns } from "../../features/drafts/correction.ts";
import { ListTable } from "../../features/list-table.tsx";
import { WhereCostsShown } from "../../features/people/allowance-note.tsx";
import { RecordPicker } from "../../features/record-picker/record-picker.tsx";
import { ownNameFirst } from "../../lib/text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Filter } from "../../ui/views.tsx";
import classes from "./expiring.module.css";
import {
  ALL_SHOWN,
  bandOf,
  type ExpiringRow,
  expiringKey,
  expiringTotals,
  GROUPINGS,
  ordered,
  returnsOf,
  rowsToReturn,
  useExpiring,
  WITHIN,
  type Within,
} from "./expiring-rows.ts";
import { useColumns } from "./use-columns.tsx";

function Values({ rows }: { rows: readonly ExpiringRow[] }) {
  const { t } = useTranslation();
  const isShown = useMay("costs") === "allowed";
  const { values, unvalued } = expiringTotals(rows);
  if (!isShown) return null;
  return (
    <>
      {values.map(({ currencyId, value }) => (
        <Amount key={currencyId} value={value} currencyId={currencyId} />
      ))}
      {unvalued === 0 ? null : <span>{t("expiring.unvalued", { count: unvalued })}</span>}
    </>
  );
}

interface FootProps {
  shown: readonly ExpiringRow[];
  going: readonly ExpiringRow[];
  returns: readonly WishedReturn[];
}

/** What the rows are worth at cost, and what the return that may be started will have. */
function Foot({ shown, going, returns }: FootProps) {
  const { t, i18n } = useTranslation();
  const [first] = going;
  const supplier =
    first === undefined || first.supplierAccountId === null
      ? t("expiring.noSupplier")
      : ownNameFirst(first.supplierName ?? String(first.supplierAccountId), i18n.language);
  return (
    <dl className={`${classes.foot} wrap between`} aria-live="polite">
      <div>
        <dt>{t("expiring.shown", { count: shown.length })}</dt>
        <dd>
          <Values rows={shown} />
        </dd>
      </div>
      {first === undefined ? null : (
        <div>
          <dt>
            {returns.length > 1
              ? t("expiring.goingMany", { count: returns.length })
              : t("expiring.going", { count: going.length, supplier })}
          </dt>
          <dd>
            <Values rows={going} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** How soon, whose and where; and what is grouped. */
function FilterBar() {
  const { t } = useTranslation();
  const { within, grouping, supplierAccountId, storeId } = useExpiring();
  return (
    <div className="wrap bottom gap-8-16">
      <div className="grid gap-4">
        <span className="small medium" aria-hidden="true">
          {t("expiring.within.label")}
        </span>
        <Filter
          label={t("expiring.within.label")}
          chosen={within}
          onChoose={(value) => useExpiring.setState({ within: value })}
          options={WITHIN.map((value) => ({
            value,
            words:
              value === "windows" || value === "all"
                ? t(`expiring.within.${value}`)
                : t("expiring.within.days", { count: Number(value) }),
          }))}
        />
      </div>
      <div className="grid gap-4">
        <span className="small medium" aria-hidden="true">
          {t("expiring.grouping.label")}
        </span>
        <Filter
          label={t("expiring.grouping.label")}
          chosen={grouping}
          onChoose={(value) => useExpiring.setState({ grouping: value })}
          options={GROUPINGS.map((value) => ({ value, words: t(`expiring.grouping.${value}`) }))}
        />
      </div>
      <div className={classes.picker}>
        <RecordPicker
          kind="supplier"
          label={t("field.supplierAccountId")}
          value={supplierAccountId}
          onChange={(id) => useExpiring.setState({ supplierAccountId: id })}
        />
      </div>
      <div className={classes.picker}>
        <RecordPicker
          kind="store"
          label={t("field.storeId")}
          value={storeId}
          onChange={(id) => useExpiring.setState({ storeId: id })}
        />
      </div>
    </div>
  );
}

const MINUTE_MS = 60_000;
/** The most that may be asked for. */
const ALL_DAYS = 3_650;

const daysOf = (within: Within): { withinDays?: number } =>
  within === "windows" ? {} : { withinDays: within === "all" ? ALL_DAYS : Number(within) };

function useRows() {
  const { i18n } = useTranslation();
  const { within, grouping, supplierAccountId, storeId } = useExpiring();
  const { data, error, refetch } = useChannel(
    "expiry.list",
    {
      ...daysOf(within),
      ...(supplierAccountId === null ? {} : { supplierAccountId }),
      ...(storeId === null ? {} : { storeId }),
    },
    { keepPrevious: true, eachTime: true, refetchInterval: MINUTE_MS },
  );
  const rows = useMemo(
    () => (data === undefined ? undefined : ordered(data.rows, grouping, i18n.language)),
    [data, grouping, i18n.language],
  );
  return { rows, more: data?.more === true, error, retry: () => void refetch() };
}

function useGroupName(): (row: ExpiringRow) => string {
  const { t, i18n } = useTranslation();
  const grouping = useExpiring((state) => state.grouping);
  return useCallback(
    (row) => {
      const named = (name: string | null, id: string | number) =>
        ownNameFirst(name ?? String(id), i18n.language);
      if (grouping === "store") return named(row.storeName, row.storeId);
      if (grouping === "supplier")
        return row.supplierAccountId === null
          ? t("expiring.noSupplier")
          : named(row.supplierName, row.supplierAccountId);
      const band = bandOf(row);
      return typeof band === "string" ? t(`expiring.band.${band}`) : t("expiring.band.days", { count: band });
    },
    [t, i18n.language, grouping],
  );
}

/** In the place of rows: no stock is known at all, or nothing of it expires in that time. */
function Nothing() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const hasStock = useChannel("mirror.stock", { limit: 1 }).data?.rows.length !== 0;
  const { within, supplierAccountId, storeId } = useExpiring();
  if (!hasStock)
    return (
      <EmptyState
        icon={IconCalendarDue}
        title={t("expiring.empty.noStock")}
        action={
          <Button onClick={() => navigate("/reference-data/stock")}>{t("expiring.empty.import")}</Button>
        }
      >
        {t("expiring.empty.noStockText")}
      </EmptyState>
    );
  const narrowed = within !== "all" || supplierAccountId !== null || storeId !== null;
  return (
    <EmptyState
      icon={IconCalendarDue}
      title={t(narrowed ? "expiring.empty.filtered" : "expiring.empty.none")}
      {...(narrowed
        ? {
            action: (
              <Button variant="default" onClick={() => useExpiring.setState(ALL_SHOWN)}>
                {t("expiring.empty.all")}
              </Button>
            ),
          }
        : {})}
    />
  );
}

/** What expires, the soonest first, and what of it goes back to its supplier. */
export default function ExpiringScreen() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const connected = useChannel("connection.get", {}).data !== null;
  const { rows, more, error, retry } = useRows();
  const groupName = useGroupName();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const shown = useMemo(() => rows ?? [], [rows]);
  const columns = useColumns(shown);
  const marked = shown.find((row) => expiringKey(row) === active) ?? shown[0];
  const going = useMemo(() => rowsToReturn(shown, chosen, marked), [shown, chosen, marked]);
  const returns = useMemo(() => returnsOf(going), [going]);
  const start = () => {
    if (returns.length === 0) return;
    wishReturns(returns);
    navigate("/purchase-return");
  };
  return (
    <Page
      connected={connected}
      fill
      title={t("nav.screen.expiring")}
      description={t("expiring.description")}
      main={{
        words: t("action.startReturn"),
        combo: "Mod+Enter",
        run: start,
        disabled: returns.length === 0,
        testId: "expiring-start",
      }}
    >
      <div className={`${classes.screen} stack gap-12 min-h-0`}>
        <FilterBar />
        <ListTable
          label={t("nav.screen.expiring")}
          testId="expiring"
          columns={columns}
          rows={rows}
          error={error}
          onRetry={retry}
          keyOf={expiringKey}
          activeKey={marked === undefined ? null : expiringKey(marked)}
          onActive={setActive}
          onOpen={start}
          selection={{ keys: chosen, onChange: setChosen }}
          groupOf={groupName}
          empty={<Nothing />}
          autoFocus
        />
        <div>
          <WhereCostsShown>{null}</WhereCostsShown>
          {more ? <Notice kind="warn">{t("expiring.more")}</Notice> : null}
          {shown.length === 0 ? null : <Foot shown={shown} going={going} returns={returns} />}
        </div>
      </div>
    </Page>
  );
}
