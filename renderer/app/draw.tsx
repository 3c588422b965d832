/**
 * Draws the window. Evaluated when it is to be drawn, and not before: Chromium keeps the compiled code of what ran in the
 * same task for the next start, and of nothing that ran later (docs/decisions/0021).
 */

import { DirectionProvider, MantineProvider, useDirection } from "@mantine/core";
import { useColorScheme } from "@mantine/hooks";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { SettingsProvider, useCachedSettings, useSettings } from "../client/settings.ts";
import { speak } from "../i18n/setup.ts";
import { useKeptFocus } from "../lib/focus.ts";
import HomeScreen from "../screens/home/index.tsx";
import { adoptThemeVariables, theme } from "../theme/theme.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { ByPerson } from "./by-person.tsx";
import { fetchScreen, haveScreen, screenOf } from "./layout/screens.ts";

haveScreen("home", HomeScreen);

/** Call once, when the language is there. On Home, the screen of every start, it draws before it returns. */
export async function draw(root: HTMLElement, client: QueryClient, direction: "ltr" | "rtl"): Promise<void> {
  adoptThemeVariables();
  const first = screenOf(location.hash.slice(1));
  // A placeholder, once shown, stays for a third of a second. Where the screen can't be fetched, its own error says so.
  if (first !== null && first !== "home") await fetchScreen(first).catch(() => null);
  const drawn = createRoot(root);
  flushSync(() => drawn.render(<App client={client} direction={direction} />));
}

/** Language, direction and size follow the settings as they change, and nothing typed is lost by it. */
function FollowSettings({ children }: { children: ReactNode }) {
  const { language, digits, textScale } = useSettings();
  const { setDirection } = useDirection();
  useEffect(() => {
    document.documentElement.lang = language;
    setDirection(language === "ar" ? "rtl" : "ltr");
    speak(language, digits);
  }, [language, digits, setDirection]);
  useEffect(() => {
    document.documentElement.style.fontSize = `${textScale * 100}%`;
  }, [textScale]);
  useKeptFocus();
  return children;
}

function Settled({ children }: { children: ReactNode }) {
  return <SettingsProvider value={useCachedSettings()}>{children}</SettingsProvider>;
}

function Themed({ children }: { children: ReactNode }) {
  const chosen = useSettings().theme;
  const system = useColorScheme("light", { getInitialValueInEffect: false });
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={chosen === "system" ? system : chosen}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

/** The whole window. */
export function App({ client, direction }: { client: QueryClient; direction: "ltr" | "rtl" }) {
  return (
    <QueryClientProvider client={client}>
      <DirectionProvider initialDirection={direction} detectDirection={false}>
        <Settled>
          <Themed>
            <FollowSettings>
              <ErrorBoundary>
                <Router hook={useHashLocation}>
                  <ByPerson />
                </Router>
              </ErrorBoundary>
            </FollowSettings>
          </Themed>
        </Settled>
      </DirectionProvider>
    </QueryClientProvider>
  );
}
