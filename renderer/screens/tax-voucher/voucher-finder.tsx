import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFileInvoice, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Voucher } from "../../../contract/channels/mirror.ts";
import type { EntrySummary } from "../../../contract/channels/posting.ts";
import { OPEN_STATES, shownState } from "../../../contract/entry-states.ts";
import { uuid } from "../../../contract/values.ts";
import { useChannel } from "../../client/queries.ts";
import { fractionRoom, ListAmount } from "../../features/amount/amount.tsx";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { STARTS_HERE, useStartsHere } from "../../lib/use-starts-here.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Name } from "../../ui/name.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";

interface VoucherFinderProps {
  serialNo: string | null;
  onOpen: (serialNo: string) => void;
}

const LIMIT = 300;

/** The newest change of each voucher that is not settled yet, by its serial number. */
function useWaitingChanges(): ReadonlyMap<string, EntrySummary> {
  const entries = useChannel("outbox.list", { states: [...OPEN_STATES], limit: LIMIT }).data?.entries;
  return useMemo(
    () =>
      new Map(
        (entries ?? [])
          .toSorted((a, b) => a.sequence - b.sequence)
          .flatMap((entry) =>
            entry.kind === "taxVoucher" && entry.serialNo !== null
              ? [[entry.serialNo.toLowerCase(), entry] as const]
              : [],
          ),
      ),
    [entries],
  );
}

/** Beside a voucher that a change of this computer's waits for, and how that goes. */
function WaitingMark({ entry }: { entry: EntrySummary | undefined }) {
  if (entry === undefined) return null;
  return (
    <span className="small fixed" data-testid={`voucher-waits-${entry.serialNo}`}>
      <StateBadge state={shownState(entry)} />
    </span>
  );
}

/** Finds a voucher by a part of its serial number or note; a whole serial number opens one that nobody lists. */
export function VoucherFinder({ serialNo, onOpen }: VoucherFinderProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 90);
  const field = useRef<HTMLInputElement>(null);
  const found = useChannel("taxVoucher.find", { text: asked, limit: LIMIT }, { keepPrevious: true });
  const vouchers = found.data?.vouchers ?? [];
  const room = fractionRoom(vouchers.map(({ amount }) => amount));
  const waiting = useWaitingChanges();
  const whole = uuid.safeParse(text.trim()).success;
  useStartsHere(field);
  useShortcut({ combo: "Mod+F", words: t("taxVoucher.find.label"), run: () => field.current?.focus() });

  const active = vouchers.find((one) => one.serialNo.toLowerCase() === serialNo?.toLowerCase());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const only = asked === text.trim() && vouchers.length === 1 ? vouchers[0]?.serialNo : undefined;
    if (whole) onOpen(text.trim());
    else if (only !== undefined) onOpen(only);
  };
  const columns: Column<Voucher>[] = [
    {
      id: "voucher",
      header: t("taxVoucher.one"),
      track: "minmax(0, 1fr)",
      cell: ({ note, serialNo: serial, amount, currencyId }) => (
        <span className="tight grid">
          <span className="line between gap-8 min-w-0">
            <Name oneLine>{note === null || note === "" ? "—" : note}</Name>
            <WaitingMark entry={waiting.get(serial.toLowerCase())} />
          </span>
          <span className="small flex between gap-8">
            <bdi className="note mono" dir="ltr">
              {`…${serial.slice(-8)}`}
            </bdi>
            {amount === null ? null : <ListAmount value={amount} currencyId={currencyId} room={room} />}
          </span>
        </span>
      ),
    },
  ];
  return (
    <>
      <TextInput
        ref={field}
        {...STARTS_HERE}
        label={t("taxVoucher.find.label")}
        placeholder={t("taxVoucher.find.hint")}
        data-testid="voucher-search"
        leftSection={<IconSearch size="1.125rem" stroke={1.7} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {found.error === null ? (
        <DataTable
          label={t("taxVoucher.find.list")}
          testId="voucher"
          columns={columns}
          rows={vouchers}
          keyOf={(voucher) => voucher.serialNo}
          activeKey={active?.serialNo ?? null}
          onActive={onOpen}
          onOpen={(voucher) => onOpen(voucher.serialNo)}
          empty={
            found.isPending ? null : (
              <EmptyState
                icon={IconFileInvoice}
                title={t(whole ? "taxVoucher.find.notMirrored" : "taxVoucher.find.none")}
              >
                {t(whole ? "taxVoucher.find.openByEnter" : "taxVoucher.find.noneText")}
              </EmptyState>
            )
          }
        />
      ) : (
        <ErrorPanel error={found.error} onRetry={() => found.refetch()} />
      )}
    </>
  );
}
