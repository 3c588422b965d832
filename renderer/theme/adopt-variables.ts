/**
 * Gives the theme's variables to the document as a constructed style sheet.
 * Mantine would write a <style> element, which a policy without 'unsafe-inline' refuses.
 */
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import { cssVariables, theme } from "./theme.ts";

/** Call once, before anything is drawn. */
export function adoptThemeVariables(): void {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const ours = cssVariables(merged);
  const base = defaultCssVariablesResolver(merged);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    convertCssVariables(
      {
        variables: { ...base.variables, ...ours.variables },
        light: { ...base.light, ...ours.light },
        dark: { ...base.dark, ...ours.dark },
      },
      ":root",
    ),
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
