import { IconCircle, IconCircleCheck, IconLanguage } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useSend } from "../../client/queries.ts";
import { useSettings } from "../../client/settings.ts";
import { ErrorPanel } from "../../features/help.tsx";
import { Button } from "../../ui/button.tsx";
import classes from "./home.module.css";

const NAMES = { en: "English", ar: "العربية" } as const;

interface StepProps {
  done: boolean;
  title: string;
  words: string;
  /** What does it; shown while it is not done. */
  children: ReactNode;
}

function Step({ done, title, words, children }: StepProps) {
  const { t } = useTranslation();
  const Icon = done ? IconCircleCheck : IconCircle;
  return (
    <li className={`${classes.step} row pad-16 sheet`} data-done={done}>
      <Icon
        size="1.5rem"
        stroke={1.6}
        className={`${classes.stepIcon} dim`}
        aria-label={t(done ? "home.first.done" : "home.first.open")}
      />
      <div className={`${classes.stepWords} min-w-0`}>
        <h2 className="large strong">{title}</h2>
        <p className="dim after-4">{words}</p>
      </div>
      {done ? null : <div className="wrap gap-8">{children}</div>}
    </li>
  );
}

/** For anyone who can't read the language that the computer is set to: the other one, named in itself. */
function OtherLanguage() {
  const { language } = useSettings();
  const { mutate } = useSend("settings.set");
  const other = language === "en" ? "ar" : "en";
  return (
    <p>
      <Button
        variant="default"
        lang={other}
        leftSection={<IconLanguage size="1.25rem" stroke={1.6} aria-hidden="true" />}
        onClick={() => mutate({ language: other })}
      >
        {NAMES[other]}
      </Button>
    </p>
  );
}

interface FirstStepsProps {
  connected: boolean;
  hasProducts: boolean;
}

/** The first day: three steps to the first return, in place of cards with nothing in them. */
export function FirstSteps({ connected, hasProducts }: FirstStepsProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const practice = useSend("practice.start");
  const next = useRef<HTMLButtonElement>(null);
  // There is nothing else to do here: the first key can be Enter.
  useEffect(() => {
    if (!connected) next.current?.focus({ preventScroll: true });
  }, [connected]);
  return (
    <>
      {connected ? null : <OtherLanguage />}
      <ol className={`${classes.steps} grid gap-8 list`}>
        <Step done={connected} title={t("home.first.connect")} words={t("home.first.connectText")}>
          <Button ref={next} data-testid="welcome-connect" onClick={() => navigate("/connect")}>
            {t("action.connect")}
          </Button>
          <Button variant="default" busy={practice.isPending} onClick={() => practice.mutate({})}>
            {t("action.startPractice")}
          </Button>
        </Step>
        <Step done={hasProducts} title={t("home.first.import")} words={t("home.first.importText")}>
          <Button
            variant={connected ? "filled" : "default"}
            disabled={!connected}
            onClick={() => navigate("/reference-data")}
          >
            {t("home.first.importDo")}
          </Button>
        </Step>
        <Step done={false} title={t("home.first.enter")} words={t("home.first.enterText")}>
          <Button
            variant={hasProducts ? "filled" : "default"}
            disabled={!connected}
            onClick={() => navigate("/purchase-return")}
          >
            {t("home.newReturn")}
          </Button>
        </Step>
      </ol>
      <ErrorPanel error={practice.error} />
    </>
  );
}
