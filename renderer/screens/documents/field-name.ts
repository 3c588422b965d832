import { useTranslation } from "react-i18next";

const NAMED = [
  "rowNo",
  "tenantId",
  "serviceId",
  "transactionId",
  "id",
  "accountId",
  "currencyId",
  "amount",
  "description",
  "status",
  "creatorUserId",
  "createdAt",
  "updatorUserId",
  "updatedAt",
  "ceilAmount",
  "upId",
  "typeId",
  "groupId",
  "isMain",
  "isAutomatic",
  "relatedUserId",
  "productId",
  "measureUnitId",
  "storeId",
  "productionAt",
  "expiryAt",
  "price",
  "costPrice",
  "quantity",
  "isFree",
  "askTenantId",
  "responseTenantId",
  "serialNo",
  "barcode",
  "toCurrencyId",
  "toAmount",
  "deviceId",
] as const;
type Named = (typeof NAMED)[number];
const isNamed = (name: string): name is Named => NAMED.some((known) => known === name);

/** A field of the interface in the person's language; any other by its own name. */
export function useFieldName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => (isNamed(name) ? t(`documents.field.${name}`) : name);
}
