import { Modal, VisuallyHidden } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { comboKeys, Keys } from "../../shortcuts/keys.tsx";
import { type Shortcut, useListedShortcuts } from "../../shortcuts/use-shortcut.ts";
import classes from "./shortcut-sheet.module.css";

/** A key press that types something belongs to the field it is typed in. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

function Group({ title, shortcuts }: { title: string; shortcuts: Pick<Shortcut, "combo" | "words">[] }) {
  if (shortcuts.length === 0) return null;
  return (
    <section>
      <h2 className="note before-8">{title}</h2>
      <dl>
        {shortcuts.map(({ combo, words }) => (
          <div key={combo} className={`${classes.row} line between gap-16 line-below`}>
            <dt className="ink">{words}</dt>
            <dd>
              <Keys combo={combo} />
              <VisuallyHidden>{comboKeys(combo).join(" ")}</VisuallyHidden>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface ShortcutSheetProps {
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** Every shortcut that works on the open screen. Opened by "?" or its combination. */
export function ShortcutSheet({ open, onOpen, onClose }: ShortcutSheetProps) {
  const { t } = useTranslation();
  const shortcuts = useListedShortcuts(open);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!["?", "؟"].includes(event.key) || isTyping(event.target) || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onOpen();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [onOpen]);
  const inTables = [
    { combo: "ArrowUp+ArrowDown", words: t("components.sheet.up") },
    { combo: "PageUp+PageDown", words: t("components.sheet.page") },
    { combo: "Home+End", words: t("components.sheet.ends") },
    { combo: "Enter", words: t("components.sheet.open") },
    { combo: "Space", words: t("components.sheet.select") },
  ];
  return (
    <Modal
      opened={open}
      onClose={onClose}
      title={t("components.sheet.title")}
      size="xl"
      closeButtonProps={{ "aria-label": t("action.close") }}
    >
      <div className={classes.columns}>
        <Group
          title={t("components.sheet.screen")}
          shortcuts={shortcuts.filter(({ scope }) => scope === "screen")}
        />
        <Group
          title={t("components.sheet.everywhere")}
          shortcuts={shortcuts.filter(({ scope }) => scope === "everywhere")}
        />
        <Group title={t("components.sheet.tables")} shortcuts={inTables} />
      </div>
    </Modal>
  );
}
