import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { OperationKind } from "../../../contract/operations.ts";
import type { EntryProblem } from "../../../contract/reasons/entry-problem.ts";
import { useFormats } from "../../client/use-formats.ts";
import { problemWords } from "../../i18n/error-words.ts";
import {
  type FieldPath,
  type HeaderFieldName,
  namedFieldPaths,
  type ReferenceFieldName,
} from "../../lib/field-paths.ts";
import { SupportDetails } from "../../ui/support-details.tsx";

const HEADER = {
  tenantId: "field.tenantId",
  serialNo: "field.serialNo",
  currencyId: "field.currencyId",
  storeId: "field.storeId",
  supplierAccountId: "field.supplierAccountId",
  cashOrBankAccountId: "field.cashOrBankAccountId",
  note: "field.note",
  status: "field.status",
  amount: "field.amount",
  createdAt: "field.createdAt",
  updatedAt: "documents.field.updatedAt",
  creatorUserId: "field.creatorUserId",
  creatorDeviceId: "field.deviceId",
  deviceId: "field.deviceId",
} as const satisfies Record<HeaderFieldName, string>;

const referenceField = (t: TFunction, field: ReferenceFieldName): string =>
  field === "deviceId" ? t("field.deviceId") : t(`components.references.${field}`);

function pathWords(t: TFunction, path: FieldPath, count: (number: number) => string): string {
  switch (path.at) {
    case "line": {
      if (path.number === null) return t("field.lines");
      const line = count(path.number);
      if (path.field === null) return t("outbox.detail.places.wholeLine", { line });
      const field = t(`field.${path.field}`);
      return t("outbox.detail.places.line", { line, field });
    }
    case "reference": {
      if (path.number === null) return t("field.references");
      const number = count(path.number);
      if (path.field === null) return t("components.references.row", { number });
      return t("outbox.detail.places.reference", { number, field: referenceField(t, path.field) });
    }
    case "header":
      return t(HEADER[path.field]);
    case "restored":
      return t(`operations.field.${path.field}`);
  }
}

interface ProblemWordsProps {
  problem: EntryProblem;
  /** The request that the service's words answer. */
  kind: OperationKind;
}

/**
 * Why an entry is where it is. In the service's words the fields of the request have the names that the screens give them;
 * the answer as it came is in the sending history. What the network said is folded below, for support.
 */
export function ProblemWords({ problem, kind }: ProblemWordsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = problemWords(t, problem);
  if (problem.code !== "answered")
    return (
      <>
        {words}
        {"said" in problem.params && problem.params.said !== "" ? (
          <SupportDetails>{problem.params.said}</SupportDetails>
        ) : null}
      </>
    );
  return namedFieldPaths(words, kind).map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which stay where they are
      <bdi key={index} className="strong" title={part.raw}>
        {pathWords(t, part.path, formats.count)}
      </bdi>
    ),
  );
}
