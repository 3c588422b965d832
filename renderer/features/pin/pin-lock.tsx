import { IconLockOpen } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useChannel, useSend } from "../../client/queries.ts";
import { ariaCombo, comboKeys } from "../../shortcuts/keys.tsx";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { Button } from "../../ui/button.tsx";

export const LOCK_COMBO = "Mod+Shift+L";

/** Says that the PIN is open, and locks it at once. Not there while it is closed. */
export function PinLock() {
  const { t } = useTranslation();
  const open = useChannel("pin.status", {}).data?.open ?? false;
  const lock = useSend("pin.lock");
  const run = () => lock.mutate({});
  useShortcut({ combo: LOCK_COMBO, words: t("pin.lock.lock"), run, scope: "everywhere", enabled: open });
  if (!open) return null;
  return (
    <Button
      variant="subtle"
      onClick={run}
      leftSection={<IconLockOpen size="1.125rem" stroke={1.7} aria-hidden="true" />}
      aria-keyshortcuts={ariaCombo(LOCK_COMBO)}
      aria-label={`${t("pin.lock.open")}. ${t("pin.lock.lock")}`}
      title={`${t("pin.lock.lock")} (${comboKeys(LOCK_COMBO).join("+")})`}
      className="fixed"
      data-testid="pin-lock"
    >
      {t("pin.lock.open")}
    </Button>
  );
}
