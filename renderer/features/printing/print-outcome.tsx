import { useTranslation } from "react-i18next";
import type { Printed } from "../../../contract/channels/printing.ts";
import { Code } from "../../ui/code.tsx";
import { Notice, type NoticeKind } from "../../ui/notice.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";
import classes from "./print.module.css";

const KINDS: Record<Printed["outcome"], NoticeKind> = {
  printed: "good",
  saved: "good",
  cancelled: "info",
  no_printer: "warn",
  printer_gone: "warn",
  print_failed: "bad",
  timed_out: "warn",
  not_drawn: "bad",
  not_written: "bad",
};

interface PrintOutcomeProps {
  printed: Printed | undefined;
  /** Where not even the content could be read. */
  error: Error | null;
  className?: string;
  /** What a failure leaves as it was; of a slip, the entry. Given where paper is the only way, with no PDF. */
  untouched?: string;
}

/** How the last print ended, beside the button that asked for it: what happened, and what can be done. */
export function PrintOutcome({ printed, error, className = "", untouched }: PrintOutcomeProps) {
  const { t } = useTranslation();
  const kind = printed === undefined ? "info" : KINDS[printed.outcome];
  return (
    <div role="status" className={`${classes.outcome} ${className}`}>
      {error === null ? null : <ErrorPanel error={error} />}
      {printed === undefined ? null : (
        <Notice kind={kind}>
          {untouched !== undefined && printed.outcome === "no_printer"
            ? t("print.outcome.noPrinterAtAll")
            : t(`print.outcome.${printed.outcome}`)}
          {printed.path === null ? null : (
            <>
              {" "}
              <Code>{printed.path}</Code>
            </>
          )}
          {kind === "bad" || kind === "warn" ? (
            <p className={classes.aside}>
              {untouched ?? t("print.outcome.notTheEntry")}{" "}
              {printed.detail === null ? null : <bdi dir="auto">({printed.detail})</bdi>}
            </p>
          ) : null}
        </Notice>
      )}
    </div>
  );
}
