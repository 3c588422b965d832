import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { useChannel } from "../../client/queries.ts";
import { Amount } from "../../features/amount/amount.tsx";
import { Button } from "../../ui/button.tsx";
import { KindName } from "../../ui/kind-name.tsx";
import { Name } from "../../ui/name.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { fractionRoom } from "./fraction-room.ts";
import classes from "./home.module.css";
import { UNDECIDED } from "./undecided.ts";

/** Entries that only a person can move. */
export function DecisionsPanel() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const entries = useChannel("outbox.list", UNDECIDED).data?.entries ?? [];
  const status = useChannel("sync.status", {}).data;
  const withoutEvidence = useChannel("outbox.summary", {}).data?.withoutEvidence ?? 0;
  const hasToken = useChannel("connection.get", {}).data?.hasToken ?? false;
  // Refused and unknown ones need attention too; they stand in the list below, in their own words.
  const attention =
    status === undefined
      ? 0
      : status.needsAttention - status.counts.outcome_unknown - status.counts.dead_letter;
  const isNothingLeft = entries.length === 0 && withoutEvidence === 0 && status?.state !== "sign_in_needed";
  const room = fractionRoom(entries.map(({ localAmount }) => localAmount));
  return (
    <Panel
      title={t("home.decide.title")}
      aside={entries.length === 0 ? undefined : <Link href="/outbox?to-decide">{t("home.decide.all")}</Link>}
    >
      {status?.state === "sign_in_needed" ? (
        <Notice kind="bad" action={<Link href="/connect">{t("home.decide.signInDo")}</Link>}>
          {hasToken ? t("home.decide.signIn") : t("home.decide.noToken")}
        </Notice>
      ) : null}
      {withoutEvidence === 0 ? null : (
        <Notice
          kind="warn"
          action={<Link href="/outbox?to-check">{t("home.decide.withoutEvidenceDo")}</Link>}
        >
          {t("home.decide.withoutEvidence", { count: withoutEvidence })}
        </Notice>
      )}
      {attention <= 0 ? null : (
        <Notice kind="warn">{t("home.decide.attention", { count: attention })}</Notice>
      )}
      {isNothingLeft ? <p className={classes.quiet}>{t("home.decide.none")}</p> : null}
      {entries.length === 0 ? null : (
        <ul className={classes.list}>
          {entries.map((entry) => (
            <li key={entry.entryId} className={classes.entry}>
              <span className={classes.entryWords}>
                <Name oneLine>{entry.subject}</Name>
                <span className={classes.dim}>
                  <KindName kind={entry.kind} /> · <TimeAgo at={entry.createdAt} />
                </span>
              </span>
              <span className={classes.figures}>
                {entry.localAmount === null ? null : (
                  <Amount value={entry.localAmount} currencyId={entry.currencyId} align={room} />
                )}
                <StateBadge state={entry.state} />
              </span>
              <Button variant="default" onClick={() => navigate(`/outbox/${entry.entryId}`)}>
                {t("home.decide.do")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
