/**
 * Draws the window. Evaluated when it is to be drawn, and not before: Chromium keeps the compiled code of what ran in the
 * same task for the next start, and of nothing that ran later (docs/decisions/0021).
 */
import type { QueryClient } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import HomeScreen from "../screens/home/index.tsx";
import { adoptThemeVariables } from "../theme/adopt-variables.ts";
import { App } from "./app.tsx";
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
