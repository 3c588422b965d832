import { notifications } from "@mantine/notifications";
import { useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { PRACTICE_TROUBLES, type PracticeStatus } from "../../../contract/channels/practice.ts";
import { invoke } from "../../client/api.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { Amount } from "../../features/amount.tsx";
import { ErrorPanel, HelpLink } from "../../features/help.tsx";
import { WhereMaySet } from "../../features/people/allowance-note.tsx";
import { LoadBackup } from "../../features/recovery/load-backup.tsx";
import { settingsPath } from "../../features/settings-sections.tsx";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Loading } from "../../ui/empty-state.tsx";
import { KindName } from "../../ui/name.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import classes from "./connect.module.css";
import { LeadHome } from "./use-connection-form.ts";

interface TroubleProps {
  name: "outage" | (typeof PRACTICE_TROUBLES)[number];
  on: boolean;
  busy: boolean;
  onTurn: () => void;
}

function Trouble({ name, on, busy, onTurn }: TroubleProps) {
  const { t } = useTranslation();
  return (
    <li className={classes.known}>
      <div className={`${classes.knownWords} min-w-0`}>
        <p className={classes.label}>
          {t(`rehearsal.trouble.${name}.title`)}{" "}
          {on ? <span className={`${classes.on} pad-x-8 rounded`}>{t("rehearsal.trouble.on")}</span> : null}
        </p>
        <p className="note">{t(`rehearsal.trouble.${name}.text`)}</p>
      </div>
      <Button
        variant={on ? "filled" : "default"}
        busy={busy}
        onClick={onTurn}
        data-testid={`trouble-${name}`}
        aria-description={t(`rehearsal.trouble.${name}.title`)}
      >
        {t(`rehearsal.trouble.${name}.${on ? "stop" : "start"}`)}
      </Button>
    </li>
  );
}

/** The outage that the head of the window also ends, and what the simulated central system does to the next entry. */
function PracticeTroubles({ status }: { status: PracticeStatus }) {
  const { t } = useTranslation();
  const setUp = useSend("practice.setServiceUp");
  const rehearse = useSend("practice.rehearse");
  return (
    <Panel title={t("rehearsal.trouble.title")}>
      <ul className="list" aria-live="polite">
        <Trouble
          name="outage"
          on={!status.serviceUp}
          busy={setUp.isPending}
          onTurn={() => setUp.mutate({ up: !status.serviceUp })}
        />
        {PRACTICE_TROUBLES.map((name) => (
          <Trouble
            key={name}
            name={name}
            on={status.trouble === name}
            busy={rehearse.isPending}
            onTurn={() => rehearse.mutate({ trouble: status.trouble === name ? null : name })}
          />
        ))}
      </ul>
      <ErrorPanel error={setUp.error ?? rehearse.error} />
    </Panel>
  );
}

/** The ways out: to a connection that is on this computer already, to a new one, or back to the first day. */
function PracticeEnd() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const connections = useChannel("connection.list", {}).data?.connections ?? [];
  const real = connections.filter(({ practice }) => !practice);
  const [isAsking, setAsking] = useState(false);
  const leave = useSend("connection.save", { onSuccess: useContext(LeadHome) });
  const over = useSend("practice.startOver", {
    onSuccess: () => {
      setAsking(false);
      invoke("connection.get", {}).then(
        (now) =>
          notifications.show({
            message: t("rehearsal.end.overDone", { tenant: String(now?.tenantId ?? "") }),
          }),
        () => undefined,
      );
    },
  });
  return (
    <Panel title={t("rehearsal.end.title")}>
      <p className={`${classes.text} before-12 dim`}>
        {t(real.length === 0 ? "rehearsal.end.leaveNone" : "rehearsal.end.leaveText")}
      </p>
      <div className={`${classes.stack} wrap gap-8`}>
        {real.length === 0 ? (
          <Button variant="default" onClick={() => navigate("/connect")}>
            {t("action.connect")}
          </Button>
        ) : null}
        {real.map(({ serviceUrl, tenantId, userId }) => (
          <Button
            key={`${tenantId} ${serviceUrl}`}
            variant="default"
            title={serviceUrl}
            busy={leave.isPending}
            onClick={() => leave.mutate({ serviceUrl, tenantId: String(tenantId), userId: String(userId) })}
          >
            {t("rehearsal.end.leave", { tenant: String(tenantId) })}
          </Button>
        ))}
      </div>
      <p className={`${classes.text} before-12 dim`}>{t("rehearsal.end.overText")}</p>
      {isAsking ? <Notice kind="warn">{t("rehearsal.end.overSure")}</Notice> : null}
      <div className={`${classes.stack} wrap gap-8`}>
        <Button
          variant={isAsking ? "filled" : "default"}
          busy={over.isPending}
          onClick={() => (isAsking ? over.mutate({}) : setAsking(true))}
          data-testid="practice-over"
        >
          {t("rehearsal.end.over")}
        </Button>
        {isAsking ? (
          <Button variant="default" onClick={() => setAsking(false)}>
            {t("action.cancel")}
          </Button>
        ) : null}
      </div>
      <ErrorPanel error={leave.error ?? over.error} />
    </Panel>
  );
}

/** Room for the digits after the separator, the same for every amount of a column. */
const FRACTION = 3;

/** The books of the simulated central system: where an unknown outcome is looked up. */
function PracticeBooks() {
  const { t } = useTranslation();
  const books = useChannel("practice.books", {}, { eachTime: true });
  const { data } = books;
  return (
    <Panel title={t("rehearsal.books.title")} aside={t("rehearsal.books.aside")}>
      <ErrorPanel error={books.error} onRetry={() => void books.refetch()} />
      {data === undefined ? (
        books.error === null && <Loading />
      ) : (
        <>
          {data.transactions.length === 0 ? (
            <p className={`${classes.text} before-12 dim`}>{t("rehearsal.books.none")}</p>
          ) : (
            <table className={`${classes.table} w-full`} data-testid="practice-books">
              <thead>
                <tr>
                  <th scope="col">{t("rehearsal.books.what")}</th>
                  <th scope="col">{t("field.serialNo")}</th>
                  <th scope="col">{t("field.at")}</th>
                  <th scope="col" className={classes.number}>
                    {t("field.amount")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.transactions.map((row) => (
                  <tr key={`${row.kind} ${row.serialNo}`}>
                    <td>
                      <bdi>{row.party}</bdi>
                      <span className="note block">
                        <KindName kind={row.kind} /> · {t("rehearsal.books.times", { count: row.times })}
                      </span>
                    </td>
                    <td>
                      <Code short>{row.serialNo}</Code>
                    </td>
                    <td>
                      <TimeAgo at={row.at} />
                    </td>
                    <td className={classes.number}>
                      <Amount value={row.amount} currencyId={row.currencyId} align={FRACTION} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <details className={classes.details}>
            <summary>{t("rehearsal.books.balances")}</summary>
            <table className={`${classes.table} w-full`}>
              <thead>
                <tr>
                  <th scope="col">{t("field.accountId")}</th>
                  <th scope="col" className={classes.number}>
                    {t("field.balance")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.balances.map(({ account, amount, currencyId }) => (
                  <tr key={`${account} ${currencyId}`}>
                    <td>
                      <bdi>{account}</bdi>
                    </td>
                    <td className={classes.number}>
                      <Amount value={amount} currencyId={currencyId} align={FRACTION} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </Panel>
  );
}

/** What a move would do on two computers, with what one computer has. */
function MovePanel() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <Panel title={t("rehearsal.move.title")}>
      <p className={`${classes.text} before-12 dim`}>{t("rehearsal.move.text")}</p>
      <ol className="before-12 grid gap-4 indent">
        {(["step1", "step2", "step3", "step4"] as const).map((step) => (
          <li key={step}>{t(`rehearsal.move.${step}`)}</li>
        ))}
      </ol>
      <div className={classes.held}>
        <Button variant="default" onClick={() => navigate(settingsPath("backups"))}>
          {t("rehearsal.move.settings")}
        </Button>
        <HelpLink page="another-pc" />
      </div>
    </Panel>
  );
}

/** The sample shop's own page: trouble to rehearse, the books of its simulated central system, and the way out. */
export function PracticePage() {
  const { t } = useTranslation();
  const status = useChannel("practice.status", {}).data;
  return (
    <Page title={t("rehearsal.title")} description={t("rehearsal.description")}>
      {status?.active === false ? (
        <p className={`${classes.text} before-12 dim`}>{t("rehearsal.off")}</p>
      ) : null}
      {status?.active === true ? (
        <div className={classes.columns}>
          <div className="grid gap-16">
            <PracticeTroubles status={status} />
            <PracticeBooks />
          </div>
          <div className="grid gap-16">
            <WhereMaySet>
              <PracticeEnd />
            </WhereMaySet>
            <MovePanel />
            <LoadBackup />
          </div>
        </div>
      ) : null}
    </Page>
  );
}
