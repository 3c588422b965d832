import type { SpotlightActionGroupData } from "@mantine/spotlight";
import { IconBook, IconBuildingStore, IconFiles, IconPackage, IconTemplate } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { ChannelOutput } from "../../../contract/channels.ts";
import { useChannel } from "../../client/queries.ts";
import { useSettings } from "../../client/settings.ts";
import { useMoneyText } from "../../features/amount/currency-digits.ts";
import { templateContent } from "../../features/drafts/contents.ts";
import { readDraft } from "../../features/drafts/drafts.ts";
import { folded } from "../../lib/folded.ts";
import { useCatalogue } from "../../screens/catalogue/catalogue-state.ts";
import type { SearchedKind } from "../../screens/catalogue/tabs.ts";
import { findPages } from "../../screens/help/search.ts";
import { useGuide } from "../../screens/help/use-guide.ts";

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
export function useFound(typed: string): Found {
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

  const toRecord = (tab: SearchedKind, name: string) => () => {
    // The panel of an import may cover the list; its file stays in hand.
    useCatalogue.setState({ text: name, shown: "all", importOpen: false });
    navigate(`/catalogue/${tab}`);
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
    { group: t("components.palette.products"), actions: records(products.data?.rows ?? [], IconPackage) },
    {
      group: t("components.palette.accounts"),
      actions: records(accounts.data?.rows ?? [], IconBuildingStore),
    },
    {
      group: t("components.palette.documents"),
      actions: (documents.data?.documents ?? []).map(
        ({ serialNo, kind, subject, note, localAmount, serviceAmount, currencyId }) => {
          const amount = serviceAmount ?? localAmount;
          return {
            id: `document-${serialNo}`,
            label: subject,
            keywords: [serialNo, note],
            description: [
              t(`common.kind.${kind}`),
              ...(amount === null || currencyId === null ? [] : [money(amount, currencyId)]),
            ].join(" · "),
            leftSection: icon(IconFiles),
            onClick: () => navigate(`/documents/${serialNo}`),
          };
        },
      ),
    },
    {
      group: t("components.palette.help"),
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
