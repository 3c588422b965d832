/** The formats of the person's language and digits, as a hook. */
import { useMemo } from "react";
import { useSettings } from "../settings.ts";
import { createFormats, type Formats } from "./format.ts";

/** Formats by the settings as they stand. */
export function useFormats(): Formats {
  const { language, digits } = useSettings();
  return useMemo(() => createFormats(language, digits), [language, digits]);
}
