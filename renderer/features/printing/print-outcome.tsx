import { useTranslation } from "react-i18next";
import type { Printed } from "../../../contract/channels/printing.ts";
import { useSend } from "../../client/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code.tsx";
import { Notice, type NoticeKind } from "../../ui/notice.tsx";
import { SupportDetails } from "../../ui/support-details.tsx";
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

/** The way to what was just saved. */
function OpenSaved({ path }: { path: string }) {
  const { t } = useTranslation();
  const open = useSend("print.openSaved");
  // The main process opens nothing else at once.
  const ways = path.toLowerCase().endsWith(".pdf")
    ? (["open", "inFolder"] as const)
    : (["inFolder"] as const);
  return (
    <>
      <div className="wrap gap-8 above-8">
        {ways.map((how) => (
          <Button
            key={how}
            variant="default"
            busy={open.isPending}
            onClick={() => open.mutate({ path, how })}
            data-testid={`saved-${how}`}
          >
            {t(how === "open" ? "action.open" : "print.outcome.inFolder")}
          </Button>
        ))}
      </div>
      {open.data?.outcome === "changed" || open.data?.outcome === "failed" ? (
        <p className="note after-4" role="alert">
          {t(open.data.outcome === "changed" ? "print.outcome.changed" : "print.outcome.notOpened")}
        </p>
      ) : null}
      {open.data?.detail == null ? null : <SupportDetails>{open.data.detail}</SupportDetails>}
      <ErrorPanel error={open.error} />
    </>
  );
}

interface PrintOutcomeProps {
  printed: Printed | undefined;
  /** Where not even the content could be read. */
  error: Error | null;
  className?: string;
  /** What a failure leaves as it was; of a slip, the entry. */
  untouched?: string;
  /** Paper is the only way: it can't be saved as PDF. */
  paperOnly?: boolean;
}

/** How the last print ended, beside the button that asked for it: what happened, and what can be done. */
export function PrintOutcome({
  printed,
  error,
  className = "",
  untouched,
  paperOnly = false,
}: PrintOutcomeProps) {
  const { t } = useTranslation();
  const kind = printed === undefined ? "info" : KINDS[printed.outcome];
  const detail = printed?.detail ?? null;
  const printer = printed?.outcome === "printer_gone" ? detail : null;
  return (
    <div role="status" className={`${classes.outcome} if-any ${className}`}>
      <ErrorPanel error={error} />
      {printed === undefined ? null : (
        <Notice kind={kind}>
          {paperOnly && printed.outcome === "no_printer"
            ? t("print.outcome.noPrinterAtAll")
            : t(`print.outcome.${printed.outcome}`)}
          {printed.path === null ? null : (
            <>
              {" "}
              <Code>{printed.path}</Code>
            </>
          )}
          {printed.outcome === "saved" && printed.path !== null ? <OpenSaved path={printed.path} /> : null}
          {kind === "bad" || kind === "warn" ? (
            <>
              <p className="note after-4">
                {untouched ?? t("print.outcome.notTheEntry")}{" "}
                {printer === null ? null : <bdi>({printer})</bdi>}
              </p>
              {detail === null || detail === printer ? null : <SupportDetails>{detail}</SupportDetails>}
            </>
          ) : null}
        </Notice>
      )}
    </div>
  );
}
