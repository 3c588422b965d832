/** The signed code at a slip's end, or why it has none. */
import type { SlipCheck as Check } from "../../contract/channels/printing.ts";
import { keyIdOf, readSlipCode } from "../../contract/slip-code.ts";
import classes from "./print.module.css";
import { QrCode } from "./qr-code.tsx";
import { Code, isolated, type Tools } from "./tools.tsx";

/** What the code proves is said beside it; a slip without one says so, so that nobody misses it. */
export function SlipCheck({ tools: { t }, check }: { tools: Tools; check: Check }) {
  const read = check.code === null ? null : readSlipCode(check.code);
  if (check.code === null || read === null)
    return (
      <p className={classes.small} data-check="none">
        {t(`print.check.none.${check.why ?? "tooLong"}`)}
      </p>
    );
  return (
    <div className={classes.check} data-check="signed">
      <QrCode text={check.code} label={t("print.check.label")} />
      <div>
        <p>{t("print.check.text", { key: isolated(keyIdOf(read.keyId)) })}</p>
        <p className={classes.small}>{t("print.check.proves")}</p>
        <p className={classes.small}>
          {t("print.check.hash")} <Code>{read.bodyHash}</Code>
        </p>
      </div>
    </div>
  );
}
