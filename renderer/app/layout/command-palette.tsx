import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  useSpotlight,
} from "@mantine/spotlight";
import { IconAdjustments, IconBolt, IconSearch } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { releaseTyping } from "../../features/scanning/held-typing.ts";
import { findSections, settingsSections } from "../../features/settings-sections.ts";
import { Keys } from "../../shortcuts/keys.tsx";
import { useListedShortcuts } from "../../shortcuts/registry.ts";
import classes from "./command-palette.module.css";
import { bestFirst, rowsHolding } from "./palette-filter.ts";
import { SCREEN_NAMES, SCREENS } from "./screens.ts";
import { useCommands } from "./use-commands.ts";
import { useFound } from "./use-found.tsx";

const [store, palette] = createSpotlight();

/** Puts what was typed on the way here into the palette's field. */
function takeTyping(): void {
  const held = releaseTyping();
  if (held !== "") store.setState((state) => ({ ...state, query: state.query + held }));
}

/** Opens the command palette. */
export function openPalette(): void {
  palette.open();
}

/** A screen that is drawn meanwhile takes the focus for a field of its own: it has it once the palette is closed. */
function keepFocus(): () => void {
  let asked: HTMLElement | null = null;
  const keep = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target.closest('[role="dialog"]') !== null) return;
    asked = target;
    document.querySelector<HTMLElement>("[data-palette] input")?.focus();
  };
  document.addEventListener("focusin", keep);
  return () => {
    document.removeEventListener("focusin", keep);
    asked?.focus({ preventScroll: true });
  };
}

/** Marks a row: Enter runs it, so there is always one to see. The first, unless the person went to another. */
function markRow(hasMoved: boolean): void {
  const rows = [...document.querySelectorAll("[data-palette] [data-action]")];
  const marked = hasMoved
    ? Math.max(
        0,
        rows.findIndex((row) => row.hasAttribute("data-selected")),
      )
    : 0;
  for (const [at, row] of rows.entries())
    if (at === marked) row.setAttribute("data-selected", "true");
    else row.removeAttribute("data-selected");
  store.updateState((state) => ({ ...state, selected: marked }));
}

/** Every screen and every action that holds now, and what is known of the shop, found by typing. */
export function CommandPalette() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const commands = useCommands();
  const { opened, query } = useSpotlight(store);
  const onScreen = useListedShortcuts(opened).filter(
    ({ scope, told }) => scope === "screen" && told !== true,
  );

  const screens: SpotlightActionData[] = SCREEN_NAMES.map((name) => {
    const { icon: Icon, combo } = SCREENS[name];
    return {
      id: `screen-${name}`,
      label: t(`nav.screen.${name}`),
      leftSection: <Icon size="1.25rem" stroke={1.6} aria-hidden="true" />,
      rightSection: <Keys combo={combo} />,
      onClick: () => navigate(`/${name}`),
    };
  });
  const actions: SpotlightActionData[] = [
    ...onScreen.map(({ id, words, combo, run }) => ({
      id,
      label: words,
      leftSection: <IconBolt size="1.25rem" stroke={1.6} aria-hidden="true" />,
      rightSection: <Keys combo={combo} />,
      onClick: run,
    })),
    // The screen's own action of the same words carries its shortcut; it stands alone.
    ...commands
      .filter(({ words }) => onScreen.every((shortcut) => shortcut.words !== words))
      .map(({ id, words, icon: Icon, run }) => ({
        id,
        label: words,
        leftSection: <Icon size="1.25rem" stroke={1.6} aria-hidden="true" />,
        onClick: run,
      })),
  ];
  const sections = settingsSections(t);
  const foundSections = findSections(sections, query);
  const settings: SpotlightActionData[] = sections.map(({ name, title, parts, path }) => {
    const found = foundSections.find((each) => each.name === name);
    return {
      id: `settings-${name}`,
      label: title,
      ...(found?.found === undefined ? {} : { description: found.found }),
      keywords: [t("nav.screen.settings"), ...parts],
      leftSection: <IconAdjustments size="1.25rem" stroke={1.6} aria-hidden="true" />,
      onClick: () => navigate(found?.path ?? path),
    };
  });
  // What was found may come above the row that is marked.
  const hasMoved = useRef(false);
  const found = useFound(opened ? query : "");
  const acting = { group: t("components.palette.actions"), actions };
  const going = { group: t("components.palette.go"), actions: screens };
  const setting = { group: t("components.palette.settings"), actions: settings };
  // Of names that fit alike a record of the shop comes before an action: Redo is no answer to "red".
  const groups: SpotlightActionGroupData[] =
    query.trim() === ""
      ? [acting, going, setting]
      : bestFirst(query, [
          ...rowsHolding(query, [going]),
          ...found,
          ...rowsHolding(query, [acting, setting]),
        ]);
  const shown = groups.flatMap((group) => group.actions.map(({ id }) => id)).join();
  useEffect(() => {
    if (!opened || shown === "") return;
    const frame = requestAnimationFrame(() => markRow(hasMoved.current));
    return () => cancelAnimationFrame(frame);
  }, [opened, shown]);
  useEffect(() => (opened ? keepFocus() : undefined), [opened]);
  return (
    <Spotlight
      store={store}
      query={query}
      actions={groups}
      // Filtered already, with Arabic folded; what the engine found needs no filter.
      filter={(_query, all) => all}
      shortcut={null}
      highlightQuery
      classNames={{ content: classes.found ?? "" }}
      scrollable
      maxHeight="24rem"
      nothingFound={t("components.palette.nothing")}
      searchProps={{
        leftSection: <IconSearch size="1.25rem" stroke={1.6} aria-hidden="true" />,
        placeholder: t("components.palette.placeholder"),
        "aria-label": t("components.palette.placeholder"),
        onFocus: takeTyping,
        onChange: () => {
          hasMoved.current = false;
        },
        onKeyDown: ({ key }) => {
          if (key === "ArrowDown" || key === "ArrowUp") hasMoved.current = true;
        },
      }}
      lockScroll={false}
      centered={false}
      yOffset="12vh"
      size="40rem"
      attributes={{ content: { "aria-label": t("components.sheet.palette"), "data-palette": true } }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 0 }}
    />
  );
}
