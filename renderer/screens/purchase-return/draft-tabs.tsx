import { ActionIcon, Button, Group, Menu, Modal, Tabs } from "@mantine/core";
import { useElementSize, useMergedRef } from "@mantine/hooks";
import {
  IconChevronDown,
  IconCopy,
  IconPlus,
  IconTemplate,
  IconTruckReturn,
  IconX,
} from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PersonName } from "../../../contract/rights.ts";
import { invoke } from "../../client/api.ts";
import { returnContent } from "../../features/drafts/contents.ts";
import { useOthersDrafts } from "../../features/drafts/others.ts";
import { useRecordName } from "../../features/record-picker/records.tsx";
import { onceForEach, useSame } from "../../lib/same.ts";
import { useShortcut } from "../../shortcuts/use-shortcut.ts";
import { Name } from "../../ui/name.tsx";
import { isWorthKeeping, type ReturnDraft, typedLines } from "./draft/draft.ts";
import classes from "./return-form.module.css";
import {
  addDraft,
  forgetDraft,
  keptReturns,
  openPanel,
  showDraft,
  showError,
  useReturns,
} from "./returns-store.ts";

function DraftName({ draft, takenFrom }: { draft: ReturnDraft; takenFrom?: PersonName | undefined }) {
  const { t } = useTranslation();
  const supplier = useRecordName("supplier", draft.supplierAccountId || null);
  const name = t(draft.corrects === null ? "purchaseReturn.tabs.unnamed" : "purchaseReturn.tabs.correction");
  return (
    <span className={`${classes.name} baseline gap-8 max-w-full`}>
      <span className={`${classes.supplier} min-w-0`}>
        <Name>{supplier ?? (draft.supplierAccountId || name)}</Name>
      </span>
      <span className={`${classes.lines} note nowrap`}>
        {t("purchaseReturn.totals.lines", { count: typedLines(draft) })}
        {takenFrom === undefined ? null : ` · ${t("approval.draft.takenFrom", { name: takenFrom.name })}`}
      </span>
    </span>
  );
}

const CHOICES = [
  { kind: "purchase", name: "purchaseReturn.shortcut.purchase", combo: "Alt+P", Icon: IconTruckReturn },
  { kind: "copy", name: "purchaseReturn.shortcut.copy", combo: "Alt+C", Icon: IconCopy },
  { kind: "templates", name: "purchaseReturn.template.title", combo: "Alt+T", Icon: IconTemplate },
] as const;

/** Opens a panel over the lines. */
function ChoiceButton({
  kind,
  name,
  combo,
  Icon,
  disabled,
}: (typeof CHOICES)[number] & { disabled: boolean }) {
  const { t } = useTranslation();
  const words = t(name);
  const open = () => openPanel(useReturns.getState().activeId, { kind });
  useShortcut({ combo, words, enabled: !disabled, run: open });
  return (
    <Button
      variant="subtle"
      color="gray"
      data-testid={`draft-${kind}`}
      data-kind={kind}
      className={classes.action ?? ""}
      title={words}
      disabled={disabled}
      leftSection={<Icon size="1rem" stroke={1.8} />}
      onClick={open}
    >
      {words}
    </Button>
  );
}

/** The returns that other people typed: none is opened, but by being taken over. */
function OthersDrafts({ others }: { others: ReturnType<typeof useOthersReturns> }) {
  const { t } = useTranslation();
  const { drafts, takeOver, error } = others;
  // What was taken over is in front, with all that goes wrong around it.
  useEffect(() => {
    if (error !== null) showError(error);
  }, [error]);
  if (drafts.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className="fixed"
          data-testid="others-drafts"
          rightSection={<IconChevronDown size="1rem" stroke={1.8} aria-hidden="true" />}
        >
          {t("approval.draft.others", { count: drafts.length })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {drafts.map(({ draft, person }) => (
          <Menu.Item
            key={draft.draftId}
            className="target"
            data-testid={`take-over-${draft.draftId}`}
            onClick={() => takeOver(draft.draftId, (taken) => addDraft(taken))}
          >
            <span className="semi block">{t("approval.draft.takeOver", { name: person.name })}</span>
            <DraftName draft={draft} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const useOthersReturns = () => useOthersDrafts("purchaseReturn", returnContent);

/** All of a return that its tab and its buttons show. */
const shownOf = onceForEach((draft: ReturnDraft): string => {
  const { draftId, supplierAccountId, corrects } = draft;
  return [draftId, supplierAccountId, corrects, isWorthKeeping(draft), typedLines(draft)].join(" ");
});

const sameTabs = (before: readonly ReturnDraft[], now: readonly ReturnDraft[]): boolean =>
  before.length === now.length &&
  before.every((draft, index) => {
    const other = now[index];
    return draft === other || (other !== undefined && shownOf(draft) === shownOf(other));
  });

/**
 * The returns that are typed now, side by side. Discarding one asks first: it can't be taken back. Drawn again only when
 * something of a tab changed: typing in the lines must not wait for it.
 */
export function DraftTabs() {
  const { t, i18n } = useTranslation();
  const others = useOthersReturns();
  const drafts = useReturns(useSame((state) => state.drafts, sameTabs));
  const activeId = useReturns((state) => state.activeId);
  const disabled = useReturns((state) => state.busy);
  const [asking, setAsking] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>();
  const listRef = useMergedRef(list, measured);
  const { language } = i18n;
  // The one in front may be scrolled out of sight, also by another that came or went, by the other direction, or by a
  // window or text of another size.
  useEffect(() => {
    if (language !== "" && width + height > 0 && drafts.some(({ draftId }) => draftId === activeId))
      list.current
        ?.querySelector("[role=tab][aria-selected=true]")
        ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [activeId, drafts, language, width, height]);
  const discard = (draftId: string) => {
    keptReturns.cancel(draftId);
    setAsking(null);
    invoke("draft.remove", { draftId }).then(() => forgetDraft(draftId), showError);
  };
  const ask = (draft: ReturnDraft) => {
    if (useReturns.getState().postingDraftId === draft.draftId) return;
    if (isWorthKeeping(draft)) setAsking(draft.draftId);
    else discard(draft.draftId);
  };
  const active = drafts.find(({ draftId }) => draftId === activeId);
  const asked = drafts.find(({ draftId }) => draftId === asking);
  const only = drafts.length === 1 && active !== undefined && !isWorthKeeping(active);
  useShortcut({ combo: "Alt+N", words: t("purchaseReturn.tabs.new"), run: () => addDraft() });
  useShortcut({
    combo: "Alt+W",
    words: t("action.deleteDraft"),
    enabled: !only && !disabled && active !== undefined,
    run: () => active !== undefined && ask(active),
  });

  return (
    <div className={`${classes.bar} line gap-4 min-w-0 line-below`} data-many={drafts.length > 2}>
      <Tabs
        value={activeId}
        onChange={(draftId) => draftId !== null && showDraft(draftId)}
        keepMounted={false}
        className={`${classes.tabs} min-w-0`}
      >
        <Tabs.List ref={listRef} aria-label={t("purchaseReturn.tabs.label")} className={classes.list ?? ""}>
          {drafts.map((draft, index) => (
            <Tabs.Tab key={draft.draftId} value={draft.draftId} data-testid={`draft-tab-${index}`}>
              <DraftName draft={draft} takenFrom={others.takenFrom.get(draft.draftId)} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <ActionIcon
        aria-label={t("purchaseReturn.tabs.new")}
        data-testid="draft-new"
        onClick={() => addDraft()}
      >
        <IconPlus size="1.125rem" stroke={1.8} />
      </ActionIcon>
      <OthersDrafts others={others} />
      <span className="grow" />
      {CHOICES.map((choice) => (
        <ChoiceButton key={choice.kind} {...choice} disabled={disabled} />
      ))}
      <Button
        variant="subtle"
        color="gray"
        data-testid="draft-discard"
        className={classes.action ?? ""}
        title={t("action.deleteDraft")}
        disabled={only || disabled || active === undefined}
        leftSection={<IconX size="1rem" stroke={1.8} />}
        onClick={() => active !== undefined && ask(active)}
      >
        {t("action.deleteDraft")}
      </Button>
      <Modal
        opened={asking !== null}
        onClose={() => setAsking(null)}
        title={t("purchaseReturn.discard.title")}
        closeButtonProps={{ "aria-label": t("action.close") }}
      >
        <p className={classes.question}>
          {t("purchaseReturn.discard.text", {
            lines: t("purchaseReturn.totals.lines", {
              count: asked === undefined ? 0 : typedLines(asked),
            }),
          })}
        </p>
        {asked?.corrects == null ? null : (
          <p className={classes.question}>{t("purchaseReturn.discard.correction")}</p>
        )}
        <p className={classes.question}>{t("purchaseReturn.discard.kept")}</p>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => setAsking(null)}>
            {t("purchaseReturn.discard.keep")}
          </Button>
          <Button
            color="red.9"
            data-testid="draft-discard-confirm"
            onClick={() => asking !== null && discard(asking)}
          >
            {t("action.deleteDraft")}
          </Button>
        </Group>
      </Modal>
    </div>
  );
}
