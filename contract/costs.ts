/** Which fields of an answer hold costs, and the same answer without them. Pure. */
import { parseExactJson, printExactJson } from "./exact-json.ts";
import { ExactNumber } from "./values.ts";

/**
 * By a field's name, wherever in the answer it is. `figure`: a cost, a balance or a list of them. `answer`: the text of an
 * answer of the service, which holds both.
 */
export type CostFields = Readonly<Record<string, "figure" | "answer">>;

/** As the interface spells them. */
const OF_SERVICE: CostFields = { costPrice: "figure", TenantBalances: "figure" };

/** What can't be read is left out where it names a cost: nobody knows where in it that is. */
function answerWithoutCosts(text: string): string {
  if (!Object.keys(OF_SERVICE).some((name) => text.includes(name))) return text;
  try {
    return printExactJson(withoutCosts(OF_SERVICE, parseExactJson(text)));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return "";
    throw error;
  }
}

function emptied(how: CostFields[string], value: unknown): unknown {
  if (how === "answer" && typeof value === "string") return answerWithoutCosts(value);
  return Array.isArray(value) ? [] : null;
}

/** The answer for who may not see costs: figures are null, lists of them are empty, and all else is as it was. */
export function withoutCosts(fields: CostFields, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutCosts(fields, each));
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const how = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, how === undefined ? withoutCosts(fields, inner) : emptied(how, inner)];
    }),
  );
}
