/** The formats of the person's language and digits, as a hook. */
import { useSettings } from "../settings.ts";
import { type Formats, formatsOf } from "./format.ts";

/** Formats by the settings as they stand. */
export function useFormats(): Formats {
  const { language, digits } = useSettings();
  return formatsOf(language, digits);
}
