import { Spotlight, type SpotlightActionData, spotlight } from "@mantine/spotlight";
import { IconBolt, IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Keys } from "../../shortcuts/keys.tsx";
import { useShortcutRegistry } from "../../shortcuts/registry.ts";
import { SCREEN_NAMES, SCREENS } from "./screens.ts";
import { useCommands } from "./use-commands.ts";

/** Opens the command palette. */
export function openPalette(): void {
  spotlight.open();
}

/** Every screen and every action that holds now, found by typing. */
export function CommandPalette() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const commands = useCommands();
  const onScreen = useShortcutRegistry((state) => state.shortcuts).filter(
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
  return (
    <Spotlight
      actions={[
        { group: t("components.palette.actions"), actions },
        { group: t("components.palette.go"), actions: screens },
      ]}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight="24rem"
      nothingFound={t("components.palette.nothing")}
      searchProps={{
        leftSection: <IconSearch size="1.25rem" stroke={1.6} aria-hidden="true" />,
        placeholder: t("components.palette.placeholder"),
        "aria-label": t("components.palette.placeholder"),
      }}
      lockScroll={false}
      centered={false}
      yOffset="12vh"
      size="40rem"
      attributes={{ content: { "aria-label": t("components.sheet.palette") } }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 0 }}
    />
  );
}
