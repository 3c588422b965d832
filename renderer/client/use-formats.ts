/** The formats of the person's language and digits, as a hook. */

import { type Formats, formatsOf } from "../i18n/format.ts";
import { useSettings } from "./settings.ts";

/** Formats by the settings as they stand. */
export function useFormats(): Formats {
  const { language, digits } = useSettings();
  return formatsOf(language, digits);
}
