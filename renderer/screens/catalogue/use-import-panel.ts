import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReferenceKind } from "../../../contract/channels/mirror.ts";
import { useSend } from "../../queries.ts";
import { useCatalogue } from "./catalogue-state.ts";
import { importFile } from "./import-jobs.ts";
import { type CatalogueTab, fileKindOf } from "./tabs.ts";

/** The panel beside the table: open or not, its kind, and the way back to where the focus was. */
export function useImportPanel(tab: CatalogueTab) {
  const { t } = useTranslation();
  const open = useCatalogue(({ importOpen }) => importOpen);
  /** Chosen by hand; else the tab's own kind. Forgotten with the tab. */
  const [picked, setPicked] = useState<{ tab: CatalogueTab; kind: ReferenceKind } | null>(null);
  const kind = picked?.tab === tab ? picked.kind : (fileKindOf(tab) ?? picked?.kind ?? "product");
  const opener = useRef<Element | null>(null);
  const field = useRef<HTMLSelectElement>(null);
  const dialog = useSend("file.choose", {
    onSuccess: ({ path }) => {
      if (path !== null) void importFile(kind, path, t);
    },
  });
  const choose = () => {
    if (!dialog.isPending) dialog.mutate({ purpose: "referenceData" });
  };
  return {
    open,
    kind,
    pick: (next: ReferenceKind) => setPicked({ tab, kind: next }),
    field,
    choose,
    choosing: dialog.isPending,
    error: dialog.error,
    /** The first press shows what is expected; the next one asks for the file. */
    begin: () => {
      if (open) return choose();
      opener.current = document.activeElement;
      useCatalogue.setState({ importOpen: true });
    },
    close: () => {
      useCatalogue.setState({ importOpen: false });
      const back =
        opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : null;
      const fallback = document.querySelector<HTMLElement>('[data-testid="catalogue-import"]');
      requestAnimationFrame(() => (back ?? fallback)?.focus());
    },
  };
}
