import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { ariaCombo } from "../../shortcuts/combo.ts";
import { Keys } from "../../shortcuts/keys.tsx";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { Button } from "../../ui/button.tsx";

interface CorrectButtonProps {
  /** Where the entry's form takes it up. */
  path: string;
  onPress?: () => void;
}

/** Takes an entry up in its form again, to be corrected. */
export function CorrectButton({ path, onPress }: CorrectButtonProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const run = () => {
    onPress?.();
    navigate(path);
  };
  useShortcut({ combo: "Mod+E", words: t("outbox.do.correct"), run });
  return (
    <Button
      variant="light"
      onClick={run}
      rightSection={<Keys combo="Mod+E" />}
      aria-keyshortcuts={ariaCombo("Mod+E")}
      data-testid="entry-correct"
    >
      {t("outbox.do.correct")}
    </Button>
  );
}
