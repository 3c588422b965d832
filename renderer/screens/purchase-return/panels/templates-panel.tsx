import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { RecordName } from "../../../features/record-picker/records.tsx";
import { Keys } from "../../../shortcuts/keys.tsx";
import { useShortcut } from "../../../shortcuts/use-shortcut.ts";
import { type Column, tableColumns } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Name } from "../../../ui/name.tsx";
import {
  draftOfTemplate,
  keepTemplate,
  removeTemplate,
  renameTemplate,
  type Template,
  useTemplates,
} from "../begin.ts";
import { typedLines } from "../draft/draft.ts";
import { activeDraft, addDraft, useReturns } from "../returns-store.ts";
import { LinesPanel, PanelTable } from "./panel.tsx";
import classes from "./panels.module.css";

interface TemplatesPanelProps {
  onLeave: () => void;
  /** A template was begun: it is the return on the screen now. */
  onBegun: () => void;
}

const LONGEST_NAME = 100;

/** Returns kept under a name: begun again with Enter, renamed, removed; and the return on the screen kept as one. */
export function TemplatesPanel({ onLeave, onBegun }: TemplatesPanelProps) {
  const { t } = useTranslation();
  const kept = useTemplates((state) => state.drafts);
  const notKept = useTemplates((state) => state.notKept);
  const templates = kept.toSorted((a, b) => a.name.localeCompare(b.name));
  const draft = useReturns(activeDraft);
  const lines = draft === undefined ? 0 : typedLines(draft);
  const [name, setName] = useState("");
  const [active, setActive] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const chosen = templates.find(({ draftId }) => draftId === active) ?? templates[0];
  const isEmpty = templates.length === 0;
  useEffect(() => {
    if (isEmpty) field.current?.focus();
  }, [isEmpty]);
  const begin = (template: Template | undefined, withQuantities: boolean) => {
    if (template === undefined) return;
    onBegun();
    addDraft(draftOfTemplate(template, withQuantities));
  };
  useShortcut({
    combo: "Alt+Enter",
    words: t("purchaseReturn.template.beginEmpty"),
    enabled: chosen !== undefined,
    run: () => begin(chosen, false),
  });
  const typed = name.trim();
  const keep = () => {
    if (draft === undefined || typed === "" || lines === 0) return;
    setActive(keepTemplate(draft, typed).draftId);
    setName("");
  };
  const isTaken = templates.some((one) => one.name === typed);
  const columns: Column<Template>[] = tableColumns(t, [
    {
      id: "name",
      header: t("purchaseReturn.template.name"),
      track: "minmax(12rem, 2fr)",
      cell: (one) => <Name>{one.name}</Name>,
    },
    [
      "supplierAccountId",
      "minmax(10rem, 2fr)",
      ({ content }) => <RecordName kind="account" id={content.supplierAccountId || null} />,
    ],
    ["lines", "8rem", ({ content }) => t("purchaseReturn.totals.lines", { count: content.lines.length })],
  ]);
  return (
    <LinesPanel
      label={t("purchaseReturn.template.title")}
      testId="templates"
      onEscape={onLeave}
      words={t(removing === null ? "purchaseReturn.template.words" : "purchaseReturn.template.removeWords")}
      notPosted={t("purchaseReturn.template.notPosted")}
      buttons={
        <>
          <Button variant="default" onClick={onLeave}>
            {t("action.cancel")}
          </Button>
          <Button
            variant="default"
            color="red.9"
            data-testid="template-remove"
            disabled={chosen === undefined}
            onClick={() => {
              if (chosen === undefined) return;
              if (removing === chosen.draftId) removeTemplate(chosen.draftId);
              setRemoving(removing === chosen.draftId ? null : chosen.draftId);
            }}
          >
            {t(removing === null ? "purchaseReturn.template.remove" : "purchaseReturn.template.removeSure")}
          </Button>
          <Button
            variant="default"
            data-testid="template-begin-empty"
            disabled={chosen === undefined}
            rightSection={<Keys combo="Alt+Enter" />}
            onClick={() => begin(chosen, false)}
          >
            {t("purchaseReturn.template.beginEmpty")}
          </Button>
          <Button
            data-testid="template-begin"
            disabled={chosen === undefined}
            onClick={() => begin(chosen, true)}
          >
            {t("action.startReturn")}
          </Button>
        </>
      }
    >
      <form
        className={classes.ends}
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <TextInput
          ref={field}
          className="grow-from-14"
          label={t("purchaseReturn.template.nameLabel")}
          data-testid="template-name"
          maxLength={LONGEST_NAME}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          className={classes.low ?? ""}
          data-testid="template-keep"
          disabled={typed === "" || lines === 0}
        >
          {t(isTaken ? "purchaseReturn.template.replace" : "purchaseReturn.template.keep")}
        </Button>
        <Button
          variant="default"
          className={classes.low ?? ""}
          data-testid="template-rename"
          disabled={typed === "" || isTaken || chosen === undefined}
          onClick={() => {
            if (chosen !== undefined) renameTemplate(chosen, typed);
            setName("");
          }}
        >
          {t("purchaseReturn.template.rename")}
        </Button>
      </form>
      <PanelTable
        autoFocus={!isEmpty}
        label={t("purchaseReturn.template.title")}
        columns={columns}
        rows={templates}
        error={notKept}
        keyOf={({ draftId }) => draftId}
        activeKey={chosen?.draftId ?? null}
        onActive={(key) => {
          setActive(key);
          setRemoving(null);
        }}
        onOpen={(one) => begin(one, true)}
        empty={
          <EmptyState title={t("purchaseReturn.template.none")}>
            {t("purchaseReturn.template.noneText")}
          </EmptyState>
        }
        minInlineSize="34rem"
        testId="template"
      />
    </LinesPanel>
  );
}
