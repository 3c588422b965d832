import { useTranslation } from "react-i18next";
import { PRACTICE_TROUBLES, type PracticeStatus } from "../../../contract/channels/practice.ts";
import { useSend } from "../../client/queries.ts";
import { ErrorPanel } from "../../features/help/error-panel.tsx";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./connect.module.css";

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
export function PracticeTroubles({ status }: { status: PracticeStatus }) {
  const { t } = useTranslation();
  const setUp = useSend("practice.setServiceUp");
  const rehearse = useSend("practice.rehearse");
  const failed = setUp.error ?? rehearse.error;
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
      {failed === null ? null : <ErrorPanel error={failed} />}
    </Panel>
  );
}
