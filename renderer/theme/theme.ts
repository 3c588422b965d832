/** The look: a calm ledger. Ink blue on paper; state has its own colours and never the accent's. */
import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  convertCssVariables,
  createTheme,
  DEFAULT_THEME,
  Drawer,
  defaultCssVariablesResolver,
  type MantineColorsTuple,
  Modal,
  mergeMantineTheme,
  Tooltip,
} from "@mantine/core";

const ink: MantineColorsTuple = [
  "#eef4f9",
  "#dce8f2",
  "#bad0e4",
  "#92b5d3",
  "#74a3c9",
  "#4f86b3",
  "#336d9d",
  "#245a87",
  "#1b486d",
  "#123450",
];

/** Warm greys of paper, from white to text. */
const gray: MantineColorsTuple = [
  "#faf9f7",
  "#f3f1ed",
  "#e8e5df",
  "#d9d5cd",
  "#c3beb4",
  "#8f8b84",
  "#6b6862",
  "#56544f",
  "#3a3936",
  "#23221f",
];

const dark: MantineColorsTuple = [
  "#e8e5df",
  "#c4c1bb",
  "#a3a19c",
  "#7d7c79",
  "#46494d",
  "#33373b",
  "#26292d",
  "#1d2023",
  "#16181b",
  "#101214",
];

/** How long whatever moves takes, in milliseconds: `--motion` of the style sheets. */
export const MOTION_MS = 120;
const noMotion = { duration: 0 };
// Gone at once: the next key press must not fall into a dialog that is still leaving.
const quick = { duration: MOTION_MS, exitDuration: 0 };

/** The theme of both colour schemes. Targets are 44 px at least. */
export const theme = createTheme({
  primaryColor: "ink",
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  colors: { ink, gray, dark },
  black: "#23221f",
  white: "#ffffff",
  fontFamily: '"Inter Variable", "IBM Plex Sans Arabic", system-ui, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: {
    xs: "var(--type-small)",
    sm: "var(--type-small)",
    md: "var(--type-text)",
    lg: "var(--type-large)",
    xl: "var(--type-title)",
  },
  lineHeights: { xs: "1.4", sm: "1.45", md: "1.5", lg: "1.5", xl: "1.4" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "0.125rem", sm: "0.25rem", md: "0.375rem", lg: "0.5rem", xl: "0.75rem" },
  defaultRadius: "sm",
  respectReducedMotion: true,
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "var(--type-title)", lineHeight: "1.3" },
      h2: { fontSize: "var(--type-large)", lineHeight: "1.4" },
      h3: { fontSize: "var(--type-text)", lineHeight: "1.4" },
    },
  },
  components: {
    Button: Button.extend({
      defaultProps: { size: "md" },
      vars: (_theme, { variant = "filled", color }) => ({
        root: {
          "--button-height": "2.75rem",
          "--button-fz": "var(--type-text)",
          // Mantine chooses the words' colour by the light theme's shade only.
          ...(variant === "filled" && color === undefined ? { "--button-color": "var(--on-accent)" } : {}),
        },
      }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: "subtle", color: "gray" },
      vars: () => ({ root: { "--ai-size": "2.75rem" } }),
    }),
    // The window itself never scrolls, so nothing has to be locked (and no style element is needed for it).
    Modal: Modal.extend({
      defaultProps: {
        lockScroll: false,
        transitionProps: quick,
        centered: true,
        // Else it counts as a second banner of the page.
        attributes: { header: { role: "presentation" } },
      },
    }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false, transitionProps: quick } }),
    Tooltip: Tooltip.extend({
      defaultProps: {
        transitionProps: noMotion,
        openDelay: 300,
        events: { hover: true, focus: true, touch: false },
      },
    }),
    // What a person opened stays on the screen until it is closed: where it stood for a moment beside what it hangs
    // on, the menu was hidden and stayed so. Menus and lists are popovers too.
    Popover: { defaultProps: { transitionProps: quick, hideDetached: false } },
    Menu: { defaultProps: { transitionProps: quick } },
    SegmentedControl: { defaultProps: { transitionDuration: MOTION_MS } },
    Progress: { defaultProps: { transitionDuration: MOTION_MS } },
    Combobox: { defaultProps: { transitionProps: noMotion } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "description", "input", "error"] } },
  },
});

/** Our own variables for what Mantine sets apart in each of its two schemes. */
const ours = {
  "--mantine-color-body": "var(--paper)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-dimmed": "var(--text-dim)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--hover)",
  "--mantine-color-default-border": "var(--edge)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-placeholder": "var(--text-faint)",
  "--mantine-color-disabled-color": "var(--text-faint)",
  "--mantine-color-ink-light": "var(--accent-soft)",
  "--mantine-color-ink-light-hover": "var(--selected)",
  "--mantine-color-ink-light-color": "var(--accent)",
};

/** Where Mantine's own choices give too little contrast or too little calm. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { "--mantine-color-placeholder": "var(--text-faint)" },
  light: ours,
  dark: {
    ...ours,
    // One shade lighter: Mantine goes darker, below 4.5 : 1 against the dark words on it.
    "--mantine-color-ink-filled-hover": ink[3],
  },
});

// Gives the theme's variables to the document as a constructed style sheet.
// Mantine would write a <style> element, which a policy without 'unsafe-inline' refuses.

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
