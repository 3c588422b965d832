import { Button, Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { replyErrorOf } from "../../client/api.ts";
import { EntryFollow } from "../../features/entries/entry-follow.tsx";
import { errorWords } from "../../i18n/error-words.ts";
import { Panel } from "../../ui/panel.tsx";
import { SHOWN } from "./preview.tsx";
import classes from "./restore.module.css";
import { type Asked, clearAsked } from "./restore-store.ts";
import { useRecordWords } from "./use-sentence.ts";

function Outcome({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  if (asked.step === "entered") return <EntryFollow entryId={asked.entryId} />;
  if (asked.step === "refused")
    return <span className="bad">{errorWords(t, replyErrorOf(asked.error)).what}</span>;
  return <span className="dim after-8">{t("restore.results.waiting")}</span>;
}

/** What became of each restore, followed until the service answered. */
export function Results({ asked, running }: { asked: Asked[]; running: boolean }) {
  const { t } = useTranslation();
  const words = useRecordWords();
  if (asked.length === 0) return null;
  const refused = asked.filter(({ step }) => step === "refused");
  // What was refused stands first: it is what wants a look.
  const listed = [...refused, ...asked.filter(({ step }) => step !== "refused")].slice(0, SHOWN);
  const settled = asked.filter(({ step }) => step === "entered" || step === "refused").length;
  return (
    <Panel
      title={t("restore.results.title")}
      aside={
        <Button variant="subtle" color="gray" disabled={running} onClick={clearAsked}>
          {t("restore.results.clear")}
        </Button>
      }
    >
      {running ? (
        <Progress
          value={(settled / asked.length) * 100}
          aria-label={t("restore.results.progress", { settled, count: asked.length })}
          transitionDuration={0}
        />
      ) : null}
      <p role="status">
        {t("restore.results.entered", { count: settled - refused.length })}
        {refused.length === 0 ? null : ` ${t("restore.results.refused", { count: refused.length })}`}
      </p>
      <ul className="list" data-testid="restore-results">
        {listed.map((one, index) => (
          <li
            key={one.step === "entered" ? one.entryId : `${one.item.key} ${index}`}
            className={classes.result}
          >
            <p>{words(one.item)}</p>
            <Outcome asked={one} />
          </li>
        ))}
      </ul>
      {asked.length <= SHOWN ? null : (
        <p className="dim after-8">
          {t("restore.results.more", { count: asked.length - SHOWN })}{" "}
          <Link href="/outbox">{t("action.openOutbox")}</Link>
        </p>
      )}
    </Panel>
  );
}
