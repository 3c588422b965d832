/** "Correct and send": which entry a screen was opened to correct. */
import { useCallback } from "react";
import { useLocation, useSearch } from "wouter";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The entry named by `?corrects=`, whether the query stands before or behind the address's hash. */
export function correctsIn(search: string, location: string): string | null {
  const behindHash = location.split("?")[1] ?? "";
  const named =
    new URLSearchParams(behindHash).get("corrects") ?? new URLSearchParams(search).get("corrects");
  return named !== null && UUID.test(named) ? named : null;
}

/** The entry to correct, and how to take the wish out of the address once it was followed. */
export function useCorrects(): { entryId: string | null; done: () => void } {
  const search = useSearch();
  const [location, navigate] = useLocation();
  const path = location.split("?")[0] ?? "/";
  // The bare "?" takes the query out of the address; without it the router would keep it.
  const done = useCallback(() => navigate(`${path}?`, { replace: true }), [navigate, path]);
  return { entryId: correctsIn(search, location), done };
}
