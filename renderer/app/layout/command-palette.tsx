import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  useSpotlight,
} from "@mantine/spotlight";
import {
  IconAdjustments,
  IconBolt,
  IconBook,
  IconBuildingStore,
  IconDevices,
  IconFiles,
  IconLanguage,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLock,
  IconMoon,
  IconPackage,
  IconPlayerPause,
  IconPlayerPlay,
  IconReportMoney,
  IconSearch,
  IconSend2,
  IconSun,
  IconTemplate,
  type TablerIcon,
} from "@tabler/icons-react";
import { useEffect, useReducer, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { ChannelOutput } from "../../../contract/channels.ts";
import type { List } from "../../../contract/lists.ts";
import { useMay, useStanding } from "../../client/may.ts";
import { useChannel, useSend } from "../../client/queries.ts";
import { useSettings } from "../../client/settings.ts";
import { forgottenAtLock } from "../../client/who.ts";
import { useMoneyText } from "../../features/amount.tsx";
import { templateContent } from "../../features/drafts/contents.ts";
import { readDraft } from "../../features/drafts/drafts.ts";
import { useWorking } from "../../features/people/who-works.tsx";
import { releaseTyping } from "../../features/scanning/held-typing.ts";
import { COUNTERS_PATH, findSections, settingsSections } from "../../features/settings-sections.tsx";
import { folded } from "../../lib/text.ts";
import { findPages, useGuide } from "../../screens/help/guide-parts.ts";
import { useReferenceData } from "../../screens/reference-data/reference-data-state.ts";
import { Keys } from "../../shortcuts/keys.tsx";
import { useListedShortcuts } from "../../shortcuts/use-shortcut.ts";
import classes from "./command-palette.module.css";
import { inOrder, rowsHolding } from "./palette-filter.ts";
import { isOffered, SCREEN_NAMES, SCREENS } from "./screens.ts";

interface Command {
  id: string;
  words: string;
  icon: TablerIcon;
  run: () => void;
}

/** What can be done from anywhere, beyond going to a screen. */
function useCommands(isOpen: boolean): Command[] {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const paused = useChannel("sync.status", {}).data?.state === "paused";
  const sendNow = useSend("sync.now");
  const pause = useSend("sync.pause");
  const resume = useSend("sync.resume");
  const settings = useSend("settings.set");
  const { language, menu } = useSettings();
  const other = language === "en" ? "ar" : "en";
  const mayCosts = useMay("costs");
  const statement: Command = {
    id: "statement",
    words: t("statement.open"),
    icon: IconReportMoney,
    run: () => navigate("/documents/statement"),
  };
  const hasFolder = typeof useChannel("shopFolder.get", {}, { enabled: isOpen }).data?.place === "string";
  const mayCounters = useMay("settings");
  const counters: Command = {
    id: "counters",
    words: t("shopFolder.counters.title"),
    icon: IconDevices,
    run: () => navigate(COUNTERS_PATH),
  };
  const working = useWorking();
  return [
    ...(working === null
      ? []
      : [{ id: "lock", words: t("people.lock.change"), icon: IconLock, run: working.lock }]),
    { id: "send-now", words: t("action.sendNow"), icon: IconSend2, run: () => sendNow.mutate({}) },
    paused
      ? { id: "resume", words: t("status.resume"), icon: IconPlayerPlay, run: () => resume.mutate({}) }
      : { id: "pause", words: t("status.pause"), icon: IconPlayerPause, run: () => pause.mutate({}) },
    ...(mayCosts === "allowed" ? [statement] : []),
    ...(hasFolder && mayCounters !== "never" ? [counters] : []),
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

const [store, palette] = createSpotlight();

/** The text whose first row Enter is to run, once it is known which that is; null for none. */
let entered: string | null = null;

forgottenAtLock(() => {
  store.setState((state) => ({ ...state, opened: false, query: "" }));
  entered = null;
});

const enter = (): void => {
  entered = store.getState().query;
};

/** Puts what was typed on the way here into the palette's field, with the Enter that ended it. */
function takeTyping(): void {
  const held = releaseTyping();
  if (held === "") return;
  store.setState((state) => ({ ...state, query: state.query + held.replace("\n", "") }));
  if (held.endsWith("\n")) enter();
}

/** Opens the command palette. */
export function openPalette(): void {
  palette.open();
}

/** A screen that is drawn meanwhile takes the focus for one of its fields: it has it once the palette is closed. */
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
  const who = useStanding();
  const { opened, query } = useSpotlight(store);
  const commands = useCommands(opened);
  const onScreen = useListedShortcuts(opened).filter(
    ({ scope, listedOnly }) => scope === "screen" && listedOnly !== true,
  );

  const screens: SpotlightActionData[] = SCREEN_NAMES.filter((name) => isOffered(who, name)).map((name) => {
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
    ...onScreen.map(({ id, words, combo, run, isIdle }) => ({
      id,
      label: words,
      disabled: isIdle?.() === true,
      leftSection: <IconBolt size="1.25rem" stroke={1.6} aria-hidden="true" />,
      rightSection: <Keys combo={combo} />,
      onClick: run,
    })),
    // The screen's own action of the same words carries its shortcut; the other is left out.
    ...commands
      .filter(({ words }) => onScreen.every((shortcut) => shortcut.words !== words))
      .map(({ id, words, icon: Icon, run }) => ({
        id,
        label: words,
        leftSection: <Icon size="1.25rem" stroke={1.6} aria-hidden="true" />,
        onClick: run,
      })),
  ];
  const sections = settingsSections(t, who);
  const foundSections = findSections(sections, query);
  const settings: SpotlightActionData[] = sections.map(({ name, title, parts, path }) => {
    const found = foundSections.find((each) => each.name === name);
    return {
      id: `settings-${name}`,
      label: title,
      ...(found?.found === undefined ? {} : { description: found.found }),
      keywords: [t("nav.screen.settings"), ...parts.map(({ words }) => words)],
      leftSection: <IconAdjustments size="1.25rem" stroke={1.6} aria-hidden="true" />,
      onClick: () => navigate(found?.path ?? path),
    };
  });
  // What was found may come above the row that is marked.
  const hasMoved = useRef(false);
  const found = useFound(opened ? query : "");
  const own: SpotlightActionGroupData[] = [
    { group: t("components.palette.actions"), actions },
    { group: t("components.palette.go"), actions: screens },
    { group: t("nav.screen.settings"), actions: settings },
  ];
  const groups = inOrder(query, [...rowsHolding(query, own), ...found.groups]);
  const shown = groups.flatMap((group) => group.actions.map(({ id }) => id)).join();
  useEffect(() => {
    if (!opened || shown === "") return;
    const frame = requestAnimationFrame(() => markRow(hasMoved.current));
    return () => cancelAnimationFrame(frame);
  }, [opened, shown]);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  // Enter waits for the rows of the text that is in the field, and is called off by another text.
  useEffect(() => {
    if (entered === null) return;
    if (opened && entered === query && !found.isSettled) return;
    const isWanted = opened && entered === query;
    entered = null;
    if (!isWanted) return;
    markRow(hasMoved.current);
    document.querySelector<HTMLElement>("[data-palette] [data-selected]")?.click();
  });
  useEffect(() => (opened ? keepFocus() : undefined), [opened]);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      shortcut={null}
      classNames={{ content: classes.found ?? "" }}
      scrollable
      maxHeight="24rem"
      lockScroll={false}
      centered={false}
      yOffset="12vh"
      size="40rem"
      attributes={{ content: { "aria-label": t("nav.search"), "data-palette": true } }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 0 }}
    >
      <Spotlight.Search
        leftSection={<IconSearch size="1.25rem" stroke={1.6} aria-hidden="true" />}
        placeholder={t("components.palette.placeholder")}
        aria-label={t("components.palette.placeholder")}
        onFocus={takeTyping}
        onChange={() => {
          hasMoved.current = false;
        }}
        onKeyDown={({ key }) => {
          if (key === "ArrowDown" || key === "ArrowUp") hasMoved.current = true;
        }}
        // Spotlight would run the row that is drawn, which may be that of an earlier text.
        onKeyDownCapture={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          enter();
          drawAgain();
        }}
      />
      {groups.length === 0 ? (
        <Spotlight.Empty>{t("components.palette.nothing")}</Spotlight.Empty>
      ) : (
        <Spotlight.ActionsList>
          {groups.map(({ group, key, actions: rows }) => (
            <Spotlight.ActionsGroup key={key} label={group}>
              {rows.map(({ id, ...row }) => (
                <Spotlight.Action key={id} highlightQuery {...row} />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
    </Spotlight.Root>
  );
}

/** Of each kind; the screen that a row leads to has them all. */
const EACH = 5;
/** One letter is on its way to be a word. */
const LETTERS = 2;

const templatesNamed = (drafts: ChannelOutput<"draft.list">["drafts"], text: string) =>
  drafts.flatMap(({ kind, draftId, content }) => {
    const template = kind === "returnTemplate" ? readDraft(templateContent, draftId, content) : null;
    return template !== null && folded(template.name).includes(folded(text)) ? [template] : [];
  });

interface Found {
  groups: SpotlightActionGroupData[];
  /** False while rows of an earlier text stand in for those of this one. */
  isSettled: boolean;
}

/** What the palette finds beyond its own commands: products, accounts, documents, and pages of the guide. */
function useFound(typed: string): Found {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const money = useMoneyText();
  const { language } = useSettings();
  const text = typed.trim();
  const wanted = text.length >= LETTERS;
  const connection = useChannel("connection.get", {});
  const connected = connection.data != null;
  const asked = { enabled: wanted && connected, keepPrevious: true, typed: true };
  const search = (kind: "product" | "account") => ({ kind, text, limit: EACH, deleted: false });
  const products = useChannel("mirror.search", search("product"), asked);
  const accounts = useChannel("mirror.search", search("account"), asked);
  const documents = useChannel("documents.search", { text, limit: EACH }, asked);
  const guide = useGuide(language, wanted);
  const drafts = useChannel("draft.list", {}, { enabled: wanted && connected, eachTime: true });
  if (!wanted) return { groups: [], isSettled: true };
  const awaited = [connection, guide, ...(connected ? [products, accounts, documents, drafts] : [])];
  const isSettled = awaited.every(({ isPending, isPlaceholderData }) => !isPending && !isPlaceholderData);

  const toRecord = (tab: List, name: string) => () => {
    // The panel of an import may cover the list; its file stays in hand.
    useReferenceData.setState({ text: name, shown: "all", importOpen: false });
    navigate(`/reference-data/${tab}`);
  };
  const icon = (Icon: typeof IconBook) => <Icon size="1.25rem" stroke={1.6} aria-hidden="true" />;
  const records = (rows: ChannelOutput<"mirror.search">["rows"], Icon: typeof IconBook) =>
    rows.flatMap((row) =>
      row.kind === "product" || row.kind === "account"
        ? [
            {
              id: `${row.kind}-${row.id}`,
              label: row.name,
              keywords: [
                String(row.id),
                ...(row.kind === "product" ? row.units.flatMap(({ barcode }) => barcode ?? []) : []),
              ],
              leftSection: icon(Icon),
              onClick: toRecord(row.kind, row.name),
            },
          ]
        : [],
    );
  const groups: SpotlightActionGroupData[] = [
    {
      group: t("components.palette.templates"),
      actions: templatesNamed(drafts.data?.drafts ?? [], text)
        .slice(0, EACH)
        .map(({ draftId, name }) => ({
          id: `template-${draftId}`,
          label: name,
          leftSection: icon(IconTemplate),
          onClick: () => navigate(`/purchase-return?begins=${draftId}`),
        })),
    },
    { group: t("list.product"), actions: records(products.data?.rows ?? [], IconPackage) },
    {
      group: t("list.account"),
      actions: records(accounts.data?.rows ?? [], IconBuildingStore),
    },
    {
      group: t("nav.screen.documents"),
      actions: (documents.data?.documents ?? []).map(
        ({ serialNo, kind, subject, note, localAmount, serviceAmount, currencyId }) => {
          const amount = serviceAmount ?? localAmount;
          return {
            id: `document-${serialNo}`,
            label: subject,
            keywords: [serialNo, note],
            description: [
              t(`operations.kind.${kind}`),
              ...(amount === null || currencyId === null ? [] : [money(amount, currencyId)]),
            ].join(" · "),
            leftSection: icon(IconFiles),
            onClick: () => navigate(`/documents/${serialNo}`),
          };
        },
      ),
    },
    {
      group: t("nav.screen.help"),
      actions: findPages(guide.data?.pages ?? [], text)
        .slice(0, EACH)
        .map(({ name, title }) => ({
          id: `help-${name}`,
          label: title,
          leftSection: icon(IconBook),
          onClick: () => navigate(`/help/${name}`),
        })),
    },
  ];
  return { groups: groups.filter(({ actions }) => actions.length > 0), isSettled };
}
