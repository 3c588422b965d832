/** The troubles that practice mode rehearses, as a plan of faults. */
import type { PracticeTrouble } from "../../../contract/channels/practice.ts";
import type { ShopLanguage } from "../shop/languages.ts";
import type { FaultPlanInput } from "./plan.ts";

/** What a central system might say: something that whoever rehearses can correct by hand. */
const REFUSED: Record<ShopLanguage, string> = {
  en: "Practice: a note is required. Write one, then send again.",
  ar: "تدريب: الملاحظة مطلوبة. اكتبها، ثم أعد الإرسال.",
};

/** The plan of a trouble; an expired access token is no fault of a request, so it has none. */
export function planOf(trouble: PracticeTrouble | null, language: ShopLanguage): FaultPlanInput {
  switch (trouble) {
    case "loseAnswer":
      return { rules: [{ match: { nth: 1 }, fault: { type: "drop", when: "after_commit" } }] };
    case "refuse":
      return {
        rules: [
          {
            match: { nth: 1 },
            fault: {
              type: "answer",
              status: 422,
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ error: "note_required", message: REFUSED[language], fields: [] }),
            },
          },
        ],
      };
    case "expireToken":
    case null:
      return {};
  }
}
