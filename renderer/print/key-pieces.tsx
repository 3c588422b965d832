/** The counter's public key on paper, for those who check its slips. */
import type { SlipKeyContent } from "../../contract/channels/printing.ts";
import { keyIdOf, keyText } from "../../contract/slip-code.ts";
import classes from "./print.module.css";
import { QrCode } from "./qr-code.tsx";
import { Code, isolated, type PrintDocument, ShopName, type Tools } from "./tools.tsx";

/** One page: whose key it is, the key, and what it is for. */
export function keyDocument({ t, formats }: Tools, content: SlipKeyContent): PrintDocument {
  const text = keyText(content.publicKey);
  return {
    tableHead: null,
    running: <span>{t("slipCodes.keyTitle")}</span>,
    pieces: [
      {
        key: "key",
        node: (
          <section>
            <ShopName content={content} />
            <h1>{t("slipCodes.keyTitle")}</h1>
            <p>{t("slipCodes.printed")}</p>
            <div className={classes.check}>
              <QrCode text={text} label={t("slipCodes.keyTitle")} />
              <div>
                <p className={classes.short}>
                  <Code>{keyIdOf(content.publicKey)}</Code>
                </p>
                <p>
                  <Code>{text}</Code>
                </p>
              </div>
            </div>
            <p className={classes.small}>
              {t("common.appName")} ·{" "}
              {t("print.printedAt", { at: isolated(formats.dateTime(content.madeAt)) })}
            </p>
          </section>
        ),
      },
    ],
  };
}
