/** "Copy a past return": which document a new return was opened to copy. */
import { useCallback } from "react";
import { useLocation, useSearch } from "wouter";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The document named by `?copies=`, whether the query stands before or behind the address's hash. */
export function copiesIn(search: string, location: string): string | null {
  const named =
    new URLSearchParams(location.split("?")[1] ?? "").get("copies") ??
    new URLSearchParams(search).get("copies");
  return named !== null && UUID.test(named) ? named : null;
}

/** The document to copy, and how to take the wish out of the address once it was followed. */
export function useCopies(): { serialNo: string | null; done: () => void } {
  const search = useSearch();
  const [location, navigate] = useLocation();
  const path = location.split("?")[0] ?? "/";
  // The bare "?" takes the query out of the address; without it the router would keep it.
  const done = useCallback(() => navigate(`${path}?`, { replace: true }), [navigate, path]);
  return { serialNo: copiesIn(search, location), done };
}
