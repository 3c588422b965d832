import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { indentedJson } from "../../lib/indented-json.ts";
import { Scrolled } from "../../ui/scrolled.tsx";
import classes from "./document-detail.module.css";

interface ExactTextProps {
  title: string;
  hint: string;
  text: string;
  testId: string;
}

function Shown({ text }: { text: string }) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1500 });
  const indented = useMemo(() => indentedJson(text), [text]);
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<Icon size="1.125rem" stroke={1.7} aria-hidden="true" />}
        onClick={() => clipboard.copy(text)}
      >
        {clipboard.copied ? t("documents.raw.copied") : t("documents.raw.copy")}
      </Button>
      <Scrolled tag="pre" dir="ltr" className={classes.body}>
        {indented}
      </Scrolled>
    </>
  );
}

/** A text of the wire on demand: indented, every digit as it was sent; copied as it was sent. */
export function ExactText({ title, hint, text, testId }: ExactTextProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={classes.exact}
      data-testid={testId}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {open ? (
        <>
          <p className="before-6 note">{hint}</p>
          <Shown text={text} />
        </>
      ) : null}
    </details>
  );
}
