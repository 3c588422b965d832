import { IconFileInvoice, IconFiles, IconPackageExport, type TablerIcon } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentRow } from "../../../contract/channels/mirror.ts";
import { Amount } from "../../components/amount/amount.tsx";
import { amountWidth } from "../../components/amount/amount-width.ts";
import { Clip } from "../../components/clip.tsx";
import type { Column } from "../../components/data-table/columns.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { StateBadge } from "../../components/state-badge.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { compareAmounts } from "./amounts.ts";
import classes from "./documents.module.css";

interface Listed {
  document: DocumentRow;
  index: number;
}

const shownAmount = ({ serviceAmount, localAmount }: DocumentRow) => serviceAmount ?? localAmount;

/** The same room for all fractions aligns the separators. */
const fractionRoom = (documents: DocumentRow[]): number =>
  documents.reduce((room, row) => Math.max(room, shownAmount(row)?.split(".")[1]?.length ?? 0), 3);

const KIND_ICONS: Record<DocumentRow["kind"], TablerIcon> = {
  purchaseReturn: IconPackageExport,
  taxVoucher: IconFileInvoice,
};

function What({ listed: { document, index } }: { listed: Listed }) {
  const { t } = useTranslation();
  const Icon = KIND_ICONS[document.kind];
  const kind = t(`common.kind.${document.kind}`);
  return (
    <span className={classes.row} data-testid={`document-${index}`}>
      <Icon size="1.25rem" stroke={1.5} aria-label={kind} role="img" className={classes.icon}>
        <title>{kind}</title>
      </Icon>
      <span className={classes.what}>
        <Clip>{document.subject === "" ? document.serialNo : document.subject}</Clip>
        <span className={classes.under}>
          {document.state === null ? t("documents.noEntry") : <StateBadge state={document.state} />}
          {" · "}
          <TimeAgo at={document.createdAt} />
        </span>
      </span>
    </span>
  );
}

/** The amount, and whose it is. */
function WhoseAmount({ document, room }: { document: DocumentRow; room: number }) {
  const { t } = useTranslation();
  const { localAmount, serviceAmount, currencyId } = document;
  const shown = shownAmount(document);
  if (shown === null) return null;
  const sides = { local: localAmount, localCurrency: null, service: serviceAmount, serviceCurrency: null };
  const differs = compareAmounts(sides).kind === "differs";
  const whose = serviceAmount === null ? "local" : differs ? "differs" : "service";
  return (
    <span className={classes.what}>
      <Amount value={shown} currencyId={currencyId} align={room} />
      <span className={classes.whose} data-whose={whose}>
        {t(`documents.whose.${whose}`)}
      </span>
    </span>
  );
}

function useColumns(documents: DocumentRow[]): { columns: Column<Listed>[]; minInlineSize: string } {
  const { t } = useTranslation();
  return useMemo(() => {
    const room = fractionRoom(documents);
    const width = amountWidth(documents.map(shownAmount), { fraction: room, least: 9.5, currency: true });
    const columns: Column<Listed>[] = [
      {
        id: "what",
        header: t("documents.column.document"),
        track: "minmax(12rem, 1fr)",
        cell: (listed) => <What listed={listed} />,
      },
      {
        id: "amount",
        header: t("documents.column.amount"),
        track: `${width}rem`,
        align: "end",
        cell: ({ document }) => <WhoseAmount document={document} room={room} />,
      },
    ];
    return { columns, minInlineSize: `${12 + width}rem` };
  }, [t, documents]);
}

interface DocumentListProps {
  documents: DocumentRow[];
  /** Whether a text or a kind narrows the list. */
  narrowed: boolean;
  clear: ReactNode;
  activeKey: string | null;
  onActive: (serialNo: string) => void;
  onOpen: (serialNo: string) => void;
  onEnd: () => void;
}

/** The documents as a list, newest first. */
export function DocumentList(props: DocumentListProps) {
  const { documents, narrowed, clear, activeKey, onActive, onOpen, onEnd } = props;
  const { t } = useTranslation();
  const { columns, minInlineSize } = useColumns(documents);
  const rows = useMemo(() => documents.map((document, index) => ({ document, index })), [documents]);
  return (
    <DataTable
      label={t("documents.title")}
      columns={columns}
      rows={rows}
      keyOf={({ document }) => document.serialNo}
      activeKey={activeKey}
      onActive={onActive}
      onOpen={({ document }) => onOpen(document.serialNo)}
      onEnd={onEnd}
      minInlineSize={minInlineSize}
      empty={
        narrowed ? (
          <EmptyState title={t("documents.empty.filtered")} icon={IconFiles} action={clear}>
            {t("documents.empty.filteredText")}
          </EmptyState>
        ) : (
          <EmptyState title={t("documents.empty.none")} icon={IconFiles}>
            {t("documents.empty.noneText")}
          </EmptyState>
        )
      }
    />
  );
}
