import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { type List, REFERENCE_KINDS } from "../../../../contract/lists.ts";
import { invoke } from "../../../client/api.ts";
import { channelKey, useChannel, useSend } from "../../../client/queries.ts";
import { focusOnceDrawn } from "../../../lib/focus.ts";
import { type ReferenceDataTab, useReferenceData } from "../reference-data-state.ts";
import { fitOfPreview, type KindFit, likelyKind } from "./file-kinds.ts";
import { fileNameOf, startImport } from "./import-jobs.ts";
import { stepOf } from "./import-steps.tsx";
import { isReady, lookInto, previewInput, readingOf } from "./preview/preview-input.ts";

import { focusFirstQuestion } from "./preview/preview-questions.tsx";
import { beginPreview, leavePreview, reread, usePreviewedFile } from "./preview/previewed-file.ts";

async function fitOf(kind: List, path: string): Promise<KindFit[]> {
  try {
    const input = { kind, path, headOnly: true };
    return [fitOfPreview(kind, await invoke("referenceData.preview", input))];
  } catch {
    // A file that can't be read is shown with its reason, as the kind that was chosen.
    return [];
  }
}

/** Begins with the first of the files that were chosen together; the others wait until it was taken or left. */
async function beginFiles(paths: readonly string[], chosen: List): Promise<void> {
  const [path, ...waiting] = paths;
  if (path === undefined) return;
  const fits = await Promise.all(REFERENCE_KINDS.map((kind) => fitOf(kind, path)));
  beginPreview(likelyKind(fits.flat(), fileNameOf(path), chosen), path);
  usePreviewedFile.setState({ waiting });
}

/** Goes on with the next of the files; false where none waits. */
function beginNext(chosen: List): boolean {
  const { waiting } = usePreviewedFile.getState();
  if (waiting.length === 0) return false;
  void beginFiles(waiting, chosen);
  return true;
}

/** The focus goes where the next thing is done, once that is drawn. */
const focusSoon = (selector: string): void => {
  focusOnceDrawn(() => document.querySelector<HTMLElement>(selector));
};

/** The panel beside the table: open or not, its kind, the file in hand, and the way back to where the focus was. */
export function useImportPanel(tab: ReferenceDataTab) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const open = useReferenceData(({ importOpen }) => importOpen);
  const file = usePreviewedFile((state) => state.file);
  /** Chosen by hand; else the tab's own kind. Forgotten with the tab. */
  const [picked, setPicked] = useState<{ tab: ReferenceDataTab; kind: List } | null>(null);
  const ownKind = picked?.tab === tab ? picked.kind : tab === "balance" ? (picked?.kind ?? "product") : tab;
  const kind = file?.kind ?? ownKind;
  const opener = useRef<Element | null>(null);
  const field = useRef<HTMLSelectElement>(null);
  const dialog = useSend("file.choose", {
    onSuccess: ({ path, others }) => {
      if (path === null) return;
      // The file may have been corrected since it was looked at.
      client.removeQueries({ queryKey: channelKey("referenceData.preview") });
      void beginFiles([path, ...(others ?? [])], kind);
    },
  });
  // The way of a first connection: the next step is open.
  const [location, navigate] = useLocation();
  const asked = location === "/reference-data/import";
  useEffect(() => {
    if (!asked) return;
    useReferenceData.setState({ importOpen: true });
    navigate("/reference-data", { replace: true });
  }, [asked, navigate]);
  const choose = () => {
    if (!dialog.isPending) dialog.mutate({ purpose: "referenceData" });
  };
  const looked = useChannel(
    "referenceData.preview",
    file === null ? { kind, path: "" } : previewInput(file),
    { enabled: file !== null },
  );
  /** The file in hand can't be imported as it is. While it is read again a press waits for it. */
  const blocked =
    file !== null && (looked.error !== null || (looked.data !== undefined && !isReady(looked.data, file)));
  const importPreviewed = async (): Promise<void> => {
    if (file === null) return;
    const preview = await lookInto(client, file);
    if (preview === null) return;
    if (!isReady(preview, file)) return focusFirstQuestion();
    void startImport({ kind: file.kind, path: file.path, reading: readingOf(preview, file.reading) }, t);
    leavePreview();
    if (!beginNext(file.kind)) focusSoon('[data-testid="import-jobs"] > li');
  };
  return {
    open,
    kind,
    file,
    pick: (next: List) => {
      setPicked({ tab, kind: next });
      if (file !== null) reread({ kind: next });
    },
    field,
    choose,
    error: dialog.error,
    blocked,
    step: stepOf(file, looked.data !== undefined && !blocked),
    leave: () => {
      leavePreview();
      if (!beginNext(kind)) focusSoon('[data-testid="import-choose"]');
    },
    /** The first press shows what is expected; the next one asks for the file, and the one after takes it in. */
    begin: () => {
      if (open) return file === null ? choose() : void importPreviewed();
      opener.current = document.activeElement;
      useReferenceData.setState({ importOpen: true });
    },
    close: () => {
      useReferenceData.setState({ importOpen: false });
      const back =
        opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : null;
      const fallback = document.querySelector<HTMLElement>('[data-testid="reference-data-import"]');
      focusOnceDrawn(() => back ?? fallback);
    },
  };
}
