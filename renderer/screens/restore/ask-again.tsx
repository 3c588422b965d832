import { Group, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { KnownMark } from "./known-mark.tsx";
import { SHOWN } from "./preview.tsx";
import classes from "./restore.module.css";
import { dropItem } from "./restore-store.ts";
import type { AskedBefore } from "./use-known-restores.ts";
import { useRestore } from "./use-restore.ts";
import { useRecordWords } from "./use-sentence.ts";

interface AskAgainProps {
  /** The chosen records that were asked for before. */
  before: AskedBefore[];
  opened: boolean;
  onClose: () => void;
}

/** Stands before a second request for the same record: what is known of the first, and whether to ask all the same. */
export function AskAgain({ before, opened, onClose }: AskAgainProps) {
  const { t } = useTranslation();
  const words = useRecordWords();
  const restore = useRestore();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("restore.askAgain.title", { count: before.length })}
      closeButtonProps={{ "aria-label": t("action.close") }}
    >
      <p>{t("restore.askAgain.text")}</p>
      <ul className="list" data-testid="restore-asked-before">
        {before.slice(0, SHOWN).map(({ item, known }) => (
          <li key={item.key} className={classes.result}>
            <p>{words(item)}</p>
            <KnownMark known={known} />
          </li>
        ))}
      </ul>
      {before.length <= SHOWN ? null : (
        <p className="dim after-8">{t("restore.preview.more", { count: before.length - SHOWN })}</p>
      )}
      <Group justify="flex-end" mt="md">
        <Button
          variant="default"
          data-autofocus
          data-testid="restore-leave-out"
          onClick={() => {
            for (const { item } of before) dropItem(item.key);
            onClose();
          }}
        >
          {t("restore.askAgain.leaveOut")}
        </Button>
        <Button
          data-testid="restore-ask-again"
          onClick={() => {
            onClose();
            void restore();
          }}
        >
          {t("restore.askAgain.ask")}
        </Button>
      </Group>
    </Modal>
  );
}
