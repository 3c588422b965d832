import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useSettings } from "../../client/settings.ts";
import { ErrorPanel, useSupportWords } from "../../features/help.tsx";
import { placeBeforeHelp } from "../../features/help-topics.ts";
import { Keys } from "../../shortcuts/keys.tsx";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Loading } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Parts } from "../../ui/parts.tsx";
import { Article } from "./article.tsx";
import { findPages, type Guide, useGuide } from "./guide-parts.ts";

const pageNameIn = (location: string): string => location.split(/[/?]/)[2] ?? "";

function Reader({ guide }: { guide: Guide }) {
  const { t } = useTranslation();
  const [location, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const name = pageNameIn(location);
  const page = name === "" ? guide.pages[0] : guide.pages.find((each) => each.name === name);
  return (
    <Parts
      label={t("help.pages")}
      search={t("help.search")}
      testId="help-search"
      text={typed}
      onText={setTyped}
      parts={findPages(guide.pages, typed).map((each) => ({
        name: each.name,
        path: `/help/${each.name}`,
        title: each.title,
      }))}
      open={page?.name}
      onFirst={(first) => navigate(`/help/${first}`, { replace: true })}
      nothing={t("help.nothing")}
    >
      {page === undefined ? (
        <EmptyState title={t("help.noPage")} />
      ) : (
        <Article page={page} pictures={guide.pictures} />
      )}
    </Parts>
  );
}

/** The guide, in the person's language, without a network. */
export default function HelpScreen() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { language } = useSettings();
  const guide = useGuide(language);
  const support = useSupportWords();
  const goBack = () => navigate(placeBeforeHelp());
  useShortcut({ combo: "Escape", words: t("help.back"), run: goBack });
  return (
    <Page
      title={t("nav.screen.help")}
      description={support}
      others={
        <>
          <Button
            variant="default"
            onClick={goBack}
            rightSection={<Keys combo="Escape" />}
            data-testid="help-back"
          >
            {t("help.back")}
          </Button>
          <Button
            variant="default"
            onClick={() => window.print()}
            leftSection={<IconPrinter size="1.125rem" stroke={1.7} aria-hidden="true" />}
          >
            {t("help.print")}
          </Button>
        </>
      }
    >
      {guide.data !== undefined ? (
        <Reader guide={guide.data} />
      ) : guide.error === null ? (
        <Loading />
      ) : (
        <ErrorPanel error={guide.error} onRetry={() => void guide.refetch()} />
      )}
    </Page>
  );
}
