import {
  IconLanguage,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconReportMoney,
  IconSend2,
  IconSun,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useChannel, useSend } from "../../client/queries.ts";
import { useSettings } from "../../client/settings.ts";

export interface Command {
  id: string;
  words: string;
  icon: TablerIcon;
  run: () => void;
}

/** What can be done from anywhere, beyond going to a screen. */
export function useCommands(): Command[] {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const paused = useChannel("sync.status", {}).data?.state === "paused";
  const sendNow = useSend("sync.now");
  const pause = useSend("sync.pause");
  const resume = useSend("sync.resume");
  const settings = useSend("settings.set");
  const { language, menu } = useSettings();
  const other = language === "en" ? "ar" : "en";
  return [
    { id: "send-now", words: t("status.sendNow"), icon: IconSend2, run: () => sendNow.mutate({}) },
    paused
      ? { id: "resume", words: t("status.resume"), icon: IconPlayerPlay, run: () => resume.mutate({}) }
      : { id: "pause", words: t("status.pause"), icon: IconPlayerPause, run: () => pause.mutate({}) },
    {
      id: "statement",
      words: t("statement.open"),
      icon: IconReportMoney,
      run: () => navigate("/documents/statement"),
    },
    {
      id: "light",
      words: t("components.palette.light"),
      icon: IconSun,
      run: () => settings.mutate({ theme: "light" }),
    },
    {
      id: "dark",
      words: t("components.palette.dark"),
      icon: IconMoon,
      run: () => settings.mutate({ theme: "dark" }),
    },
    {
      id: "language",
      words: t("components.palette.language"),
      icon: IconLanguage,
      run: () => settings.mutate({ language: other }),
    },
    {
      id: "menu",
      words: t(menu === "wide" ? "nav.narrow" : "nav.wide"),
      icon: menu === "wide" ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand,
      run: () => settings.mutate({ menu: menu === "wide" ? "narrow" : "wide" }),
    },
  ];
}
