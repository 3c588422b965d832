import { Button } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { EmptyState } from "./empty-state.tsx";

/** Stands where a screen needs a connection and none is set, with the way to it. */
export function NotConnected() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <EmptyState
      title={t("errors.code.not_connected.what")}
      icon={IconPlugConnected}
      action={
        <Button variant="light" onClick={() => navigate("/connect")}>
          {t("nav.screen.connect")}
        </Button>
      }
    >
      {t("errors.code.not_connected.todo")}
    </EmptyState>
  );
}
