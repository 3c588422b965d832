import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useChannel } from "../../client/queries.ts";
import { Decisions, EntryMeaning } from "../../features/decisions.tsx";
import { ErrorPanel } from "../../features/help.tsx";
import { Loading } from "../../ui/empty-state.tsx";
import classes from "./home.module.css";

/** What one entry means and what can be done about it, as the outbox has it. */
export default function OpenEntry({ entryId }: { entryId: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useChannel("outbox.get", { entryId });
  return (
    <div className={`${classes.opened} stack from-start gap-16 full-columns`}>
      <ErrorPanel error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Loading />
      ) : (
        <>
          <EntryMeaning entry={data} />
          <Decisions entry={data} />
        </>
      )}
      <Link href={`/outbox/${entryId}`}>{t("home.decide.inOutbox")}</Link>
    </div>
  );
}
