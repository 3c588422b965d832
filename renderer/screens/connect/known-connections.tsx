import { useTranslation } from "react-i18next";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useChannel } from "../../client/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./connect.module.css";

type Known = ChannelOutput<"connection.list">["connections"][number];

function KnownLine({ known, onUse }: { known: Known; onUse: () => void }) {
  const { t } = useTranslation();
  const marks = [
    known.current ? t("connect.others.current") : null,
    known.practice ? t("connect.others.practice") : null,
    known.unsent === null ? t("connect.others.notKnown") : null,
    known.unsent === 0 ? t("connect.others.allSent") : null,
    known.unsent ? t("connect.others.unsent", { count: known.unsent }) : null,
  ].filter((mark) => mark !== null);
  return (
    <li className={classes.known}>
      <div className={`${classes.knownWords} min-w-0`}>
        <p className={classes.label}>
          {t("connect.others.line", { tenant: String(known.tenantId), user: String(known.userId) })}
        </p>
        <p className="small mono breaks">
          <bdi dir="ltr">{known.serviceUrl}</bdi>
        </p>
        <p className="note">{marks.join(" · ")}</p>
      </div>
      {known.current ? null : (
        <Button variant="default" onClick={onUse}>
          {t("connect.others.use")}
        </Button>
      )}
    </li>
  );
}

interface KnownConnectionsProps {
  serviceUrl: string;
  tenantId: string;
  onUse: (known: Known) => void;
}

/** Every connection with books on this computer and what it still has to send; a change names what stays behind. */
export function KnownConnections({ serviceUrl, tenantId, onUse }: KnownConnectionsProps) {
  const { t } = useTranslation();
  const connections = useChannel("connection.list", {}).data?.connections ?? [];
  const current = connections.find((known) => known.current);
  if (connections.length === 0) return null;
  const left = current?.unsent;
  const leaves =
    current !== undefined &&
    tenantId.trim() !== "" &&
    (current.serviceUrl !== serviceUrl.trim().replace(/(?<!\/)\/+$/, "") ||
      String(current.tenantId) !== tenantId.trim());
  return (
    <Panel title={t("connect.others.title")}>
      {leaves && left !== 0 ? (
        <Notice kind="warn">
          {left == null
            ? t("connect.others.leavingUnknown", { tenant: `\u2068${current.tenantId}\u2069` })
            : t("connect.others.leaving", { count: left, tenant: String(current.tenantId) })}
        </Notice>
      ) : null}
      <ul className="list">
        {connections.map((known) => (
          <KnownLine key={`${known.tenantId} ${known.serviceUrl}`} known={known} onUse={() => onUse(known)} />
        ))}
      </ul>
    </Panel>
  );
}
