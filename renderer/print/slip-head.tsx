/** The head of a slip: whose it is, its number, where it stands and what it is about. */
import type { ReactNode } from "react";
import { meaningOf } from "../lib/meaning-of.ts";
import { Barcode } from "./barcode.tsx";
import classes from "./print.module.css";
import type { SlipModel } from "./slip-model.ts";
import { Code, isolated, PracticeMark, Record, ShopName, type Tools } from "./tools.tsx";

/** The status in large words, and what it means. */
export function bigWords({ t }: Tools, { entryStatus }: SlipModel): { big: string; text: string } {
  switch (entryStatus) {
    case "waiting":
    case "unknown":
    case "noEvidence":
      return { big: t("print.status.notYet"), text: t(`print.status.${entryStatus}`) };
    case "refused":
      return { big: t("print.status.refusedTitle"), text: t("print.status.refused") };
    case "confirmed":
    case "confirmedOdd":
    case "confirmedByHand":
    case "discarded":
    case "corrected":
      return { big: t(`print.status.${entryStatus}`), text: t(`print.status.${entryStatus}Text`) };
  }
}

function StatusLine({ tools, model }: { tools: Tools; model: SlipModel }) {
  const { big, text } = bigWords(tools, model);
  const at = isolated(tools.formats.dateTime(tools.content.madeAt));
  return (
    <div className={classes.entryStatus} data-loud={model.entryStatus !== "confirmed"}>
      <p className={classes.big}>{big}</p>
      <p>
        {text} {tools.t("print.status.asOf", { at })}.
      </p>
    </div>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.fact} data-wide={wide}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A code with its meaning, or alone where nobody has written one. */
export function statusWords({ t, content }: Tools, code: string): string {
  const meaning = meaningOf(content.settings.statusMeanings, code);
  return meaning === undefined
    ? isolated(code)
    : t("print.slip.meaning", { code: isolated(code), meaning: isolated(meaning) });
}

/** As many characters as tell the entries of a shop apart, and as a person can read out. */
const SHORT = 8;

/** What the slip is found by: large for people, in bars for scanners. */
function ShortNumber({ tools: { t }, serialNo }: { tools: Tools; serialNo: string }) {
  const short = serialNo.slice(0, SHORT);
  return (
    <div className={classes.number}>
      <div>
        <p className={classes.small}>{t("print.slip.number")}</p>
        <p className={classes.short}>
          <Code>{short}</Code>
        </p>
      </div>
      <Barcode text={short} />
    </div>
  );
}

function Facts({ tools, model }: { tools: Tools; model: SlipModel }) {
  const { t, formats } = tools;
  return (
    <dl className={classes.facts}>
      {model.kind === "purchaseReturn" ? (
        <Fact wide label={t("print.slip.supplier")}>
          <Record tools={tools} of={model.supplier} />
        </Fact>
      ) : null}
      <Fact label={t("print.slip.entered")}>
        <bdi>{formats.dateTime(model.enteredAt)}</bdi>
      </Fact>
      {model.kind === "purchaseReturn" ? (
        <>
          <Fact label={t("print.slip.store")}>
            <Record tools={tools} of={model.store} />
          </Fact>
          <Fact label={t("print.slip.money")}>
            <Record tools={tools} of={model.money} />
          </Fact>
        </>
      ) : null}
      <Fact label={t("print.slip.currency")}>
        <Code>{model.currencyId}</Code>
      </Fact>
      {model.status === null ? null : (
        <Fact label={t("print.slip.status")}>{statusWords(tools, model.status)}</Fact>
      )}
    </dl>
  );
}

/** All of it, above the lines. */
export function SlipHead({ tools, model }: { tools: Tools; model: SlipModel }) {
  const { t, content } = tools;
  return (
    <header>
      <PracticeMark tools={tools} />
      <ShopName content={content} />
      <h1>{t(`print.slip.${model.kind}`)}</h1>
      <p>{t(`print.slip.${model.kind}Text`)}</p>
      <ShortNumber tools={tools} serialNo={model.serialNo} />
      <StatusLine tools={tools} model={model} />
      <Facts tools={tools} model={model} />
    </header>
  );
}
