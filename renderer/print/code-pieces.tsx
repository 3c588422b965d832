/** The owner's recovery code, to be kept where the counter can't reach it. */
import type { CodeContent } from "../../contract/channels/printing.ts";
import classes from "./print.module.css";
import { Code, isolated, type PrintDocument, type Tools } from "./tools.tsx";

/** One page: what it is, the code, and what it can do. */
export function codeDocument({ t, formats }: Tools, content: CodeContent): PrintDocument {
  const made = t("print.printedAt", { at: isolated(formats.dateTime(content.madeAt)) });
  return {
    tableHead: null,
    running: <span>{t("print.recoveryCode.title")}</span>,
    pieces: [
      {
        key: "code",
        node: (
          <section>
            <h1>{t("print.recoveryCode.title")}</h1>
            <p>{t("print.recoveryCode.text")}</p>
            <div className={classes.entryStatus} data-loud="true">
              <p className={classes.secret}>
                <Code>{content.code}</Code>
              </p>
            </div>
            <p>{t("print.recoveryCode.once")}</p>
            <p className={classes.small}>
              {t("common.appName")} · {made}
            </p>
          </section>
        ),
      },
    ],
  };
}
