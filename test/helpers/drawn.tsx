/** Draws a part of the screens on a page without a browser: the real query client, words, theme and events. */
import { DirectionProvider, MantineProvider } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import type { Settings } from "../../contract/channels/shell.ts";
import { DEFAULT_SETTINGS } from "../../contract/default-settings.ts";
import { usePinAsk } from "../../renderer/client/api.ts";
import { useEngine } from "../../renderer/client/engine-state.ts";
import { followEvents } from "../../renderer/client/live-events.ts";
import { createQueryClient } from "../../renderer/client/queries.ts";
import { SettingsProvider } from "../../renderer/client/settings.ts";
import type { Language } from "../../renderer/i18n/format.ts";
import { startWords } from "../../renderer/i18n/setup.ts";
import { theme } from "../../renderer/theme/theme.ts";
import { type Answers, SHOP, type StandIn, standIn } from "./bridge.ts";

export interface Drawn extends StandIn {
  user: UserEvent;
  /** Where the screen's links and buttons have led, the last one last. */
  path: () => string;
}

interface Options {
  language?: Language;
  answers?: Answers;
  path?: string;
  settings?: Partial<Settings>;
  /** Puts into the cache what is there before anything is asked. */
  prepare?: (client: QueryClient) => void;
}

let faults: unknown[] = [];

// The machine may be busy: no test fails on a time.
configure({ asyncUtilTimeout: 30_000 });

beforeEach(() => {
  // No browser, no layout: the sheet draws the lines that have room.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1200);
  // Fields that grow with their text listen for fonts.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
});

afterEach(() => {
  cleanup();
  notifications.clean();
  usePinAsk.setState({ asking: null, declined: null });
  useEngine.getState().cameUp();
  expect(faults, "what the stand-in of the engine was asked or answered, and can't be").toEqual([]);
});

/** Draws it before a counter that answers as `SHOP` does, but for what is given. */
export async function draw(
  part: ReactElement,
  { language = "en", answers = {}, path = "/", settings = {}, prepare }: Options = {},
): Promise<Drawn> {
  const counter = standIn({ ...SHOP, ...answers });
  faults = counter.faults;
  vi.stubGlobal("counterside", counter.bridge);
  await startWords(language, "latin");
  const direction = language === "ar" ? "rtl" : "ltr";
  document.documentElement.dir = direction;
  document.documentElement.lang = language;
  const client = createQueryClient();
  prepare?.(client);
  followEvents(client);
  const { hook, history } = memoryLocation({ path, record: true });
  render(
    <QueryClientProvider client={client}>
      <DirectionProvider initialDirection={direction} detectDirection={false}>
        <SettingsProvider value={{ ...DEFAULT_SETTINGS, ...settings, language, digits: "latin" }}>
          <MantineProvider theme={theme} env="test">
            <Router hook={hook}>{part}</Router>
          </MantineProvider>
        </SettingsProvider>
      </DirectionProvider>
    </QueryClientProvider>,
  );
  return { ...counter, user: userEvent.setup(), path: () => history.at(-1) ?? "" };
}
