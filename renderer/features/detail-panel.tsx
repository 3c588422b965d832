import { IconArrowBackUp } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { EntrySummary } from "../../contract/channels/posting.ts";
import { Button } from "../ui/button.tsx";
import { Loading } from "../ui/empty-state.tsx";
import { KindName } from "../ui/name.tsx";
import classes from "./detail-panel.module.css";
import { ErrorPanel } from "./help.tsx";

interface DetailTitleProps {
  kind: EntrySummary["kind"];
  name: string;
}

/** What the detail is of: it takes the keyboard when the detail is opened. */
export function DetailTitle({ kind, name }: DetailTitleProps) {
  return (
    <h2 tabIndex={-1} className="before-4 large strong breaks">
      <KindName kind={kind} /> · <bdi>{name}</bdi>
    </h2>
  );
}

interface DetailPanelProps<Detail> {
  label: string;
  testId: string;
  query: UseQueryResult<Detail, Error>;
  onBack: () => void;
  /** What can be done about it: below what scrolls, always in sight. */
  foot?: (detail: Detail) => ReactNode;
  children: (detail: Detail) => ReactNode;
}

/** All that is known of one row of the list beside it. Escape leads back, and a button where only one of them has room. */
export function DetailPanel<Detail>(props: DetailPanelProps<Detail>) {
  const { label, testId, query, onBack, foot, children } = props;
  const { t } = useTranslation();
  const { data, error, refetch } = query;
  return (
    <section
      className={`${classes.panel} stack h-full`}
      aria-label={label}
      data-testid={testId}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onBack();
      }}
    >
      <div className={`${classes.shown} scroll-y stack from-top gap-16 pad-16`}>
        <Button
          className={classes.back ?? ""}
          variant="subtle"
          leftSection={<IconArrowBackUp size="1.125rem" aria-hidden="true" />}
          onClick={onBack}
        >
          {t("action.backToList")}
        </Button>
        <ErrorPanel error={error} onRetry={() => void refetch()} />
        {data === undefined ? error === null && <Loading /> : children(data)}
      </div>
      {foot === undefined || data === undefined ? null : (
        <div className={`${classes.foot} if-any scroll-y pad-12-16`}>{foot(data)}</div>
      )}
    </section>
  );
}
