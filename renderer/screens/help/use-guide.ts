import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Language } from "../../i18n/format.ts";
import type { Guide } from "./guide-parts.ts";

async function load(language: Language): Promise<Guide> {
  switch (language) {
    case "en":
      return (await import("../../../docs/guide/en/README.md")).guide;
    case "ar":
      return (await import("../../../docs/guide/ar/README.md")).guide;
  }
}

/** The guide of the language in use; fetched when it is first wanted, and kept. */
export function useGuide(language: Language, wanted = true): UseQueryResult<Guide, Error> {
  return useQuery({
    enabled: wanted,
    queryKey: ["guide", language],
    queryFn: () => load(language),
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
  });
}
