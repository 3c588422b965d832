import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntryDetail } from "../../../contract/channels/posting.ts";
import { indentedJson } from "../../lib/indented-json.ts";
import { Code } from "../../ui/code.tsx";
import { Scrolled } from "../../ui/scrolled.tsx";
import classes from "./entry-detail.module.css";

/** The frozen request: method, path, the hash of its bytes, and the bytes. */
export function RequestBody({ entry }: { entry: EntryDetail }) {
  const { t } = useTranslation();
  const [view, setView] = useState("indented");
  return (
    <section className={classes.stack}>
      <h3 className={classes.heading}>{t("outbox.request.title")}</h3>
      <p className={classes.path} dir="ltr">
        {entry.method} {entry.path}
      </p>
      <div>
        <p className={classes.does}>
          {t("outbox.request.hash")} — {t("outbox.request.hashHint")}
        </p>
        <Code>{entry.requestHash}</Code>
      </div>
      <SegmentedControl
        aria-label={t("outbox.request.view")}
        value={view}
        onChange={setView}
        data={[
          { value: "indented", label: t("outbox.request.indented") },
          { value: "asSent", label: t("outbox.request.asSent") },
        ]}
      />
      <Scrolled tag="pre" dir="ltr" className={classes.body}>
        {view === "indented" ? indentedJson(entry.requestBody) : entry.requestBody}
      </Scrolled>
    </section>
  );
}
