import { IconLock, IconUser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useStanding } from "../../client/may.ts";
import { useSend } from "../../client/queries.ts";
import { saveBeforeLock } from "../../client/who.ts";
import { ariaCombo, comboKeys } from "../../shortcuts/keys.tsx";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { Button } from "../../ui/button.tsx";
import { LOCK_COMBO } from "../pin/pin-lock.tsx";
import classes from "./who-works.module.css";

/** Who is signed in, and the way to let another person work; null where nobody has a name. */
export function useWorking() {
  const standing = useStanding();
  const { mutate } = useSend("people.lock");
  return standing.state !== "working"
    ? null
    : {
        ...standing,
        lock: () => {
          // The engine gets them first.
          saveBeforeLock();
          mutate({});
        },
      };
}

/** Says who works, and locks so that another person can. Not there where nobody has a name. */
export function WhoWorks() {
  const { t } = useTranslation();
  const working = useWorking();
  const words = t("people.lock.change");
  const run = () => working?.lock();
  useShortcut({
    combo: LOCK_COMBO,
    words,
    run,
    scope: "everywhere",
    enabled: working !== null,
    overDialogs: true,
  });
  if (working === null) return null;
  const { name, role } = working.person;
  const roleWords = t(`people.role.${role}`);
  return (
    <Button
      variant="subtle"
      onClick={run}
      leftSection={<IconUser size="1.125rem" stroke={1.7} aria-hidden="true" />}
      rightSection={<IconLock size="1.125rem" stroke={1.7} aria-hidden="true" />}
      aria-keyshortcuts={ariaCombo(LOCK_COMBO)}
      aria-label={`${name}, ${roleWords}. ${words}`}
      title={`${words} (${comboKeys(LOCK_COMBO).join("+")})`}
      className={`${classes.who} min-w-0`}
      data-testid="who-works"
    >
      {/* The space parts them for who listens. */}
      <bdi className="cut max-w-full">{name}</bdi> <span className="dim regular fixed">{roleWords}</span>
    </Button>
  );
}
