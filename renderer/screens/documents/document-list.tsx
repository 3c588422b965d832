import { IconFiles } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentRow } from "../../../contract/channels/mirror.ts";
import { Amount } from "../../components/amount/amount.tsx";
import { Clip } from "../../components/clip.tsx";
import type { Column } from "../../components/data-table/columns.ts";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { KindName } from "../../components/kind-name.tsx";
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

function What({ listed: { document, index } }: { listed: Listed }) {
  return (
    <span className={classes.what} data-testid={`document-${index}`}>
      <Clip>{document.subject === "" ? document.serialNo : document.subject}</Clip>
      <span className={classes.under}>
        <KindName kind={document.kind} /> · <TimeAgo at={document.createdAt} />
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

function useColumns(documents: DocumentRow[]): Column<Listed>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const room = fractionRoom(documents);
    return [
      {
        id: "what",
        header: t("documents.column.document"),
        track: "minmax(9rem, 1fr)",
        cell: (listed) => <What listed={listed} />,
      },
      {
        id: "state",
        header: t("documents.column.state"),
        track: "10.5rem",
        cell: ({ document }) =>
          document.state === null ? (
            <span className={classes.noEntry}>{t("documents.noEntry")}</span>
          ) : (
            <StateBadge state={document.state} />
          ),
      },
      {
        id: "amount",
        header: t("documents.column.amount"),
        track: "10.5rem",
        align: "end",
        cell: ({ document }) => <WhoseAmount document={document} room={room} />,
      },
    ];
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
  const columns = useColumns(documents);
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
      minInlineSize="32rem"
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
