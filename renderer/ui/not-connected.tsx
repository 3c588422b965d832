import { IconPlugConnected } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** Stands where a screen needs a connection and none is set: what is missing, what comes of it, and the way to it. */
export function NotConnected() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <EmptyState
      title={t("errors.code.not_connected.what")}
      icon={IconPlugConnected}
      action={<Button onClick={() => navigate("/connect")}>{t("action.connect")}</Button>}
    >
      {t("components.notConnected.text")}
    </EmptyState>
  );
}
