import { type ComponentType, useEffect, useLayoutEffect, useState } from "react";
import { useLocation } from "wouter";
import { useChannel } from "../client/queries.ts";
import { reportError } from "../client/report-error.ts";
import { useWho } from "../client/who.ts";
import { AppShell } from "./layout/app-shell.tsx";

type LockScreen = ComponentType<{ ownerless: boolean }>;

/** Fetched where people have names. Not by `lazy`, whose placeholder stays for a third of a second. */
function useLockScreen(isNeeded: boolean): LockScreen | null {
  const [screen, setScreen] = useState<{ Screen: LockScreen } | null>(null);
  useEffect(() => {
    if (isNeeded)
      import("../features/people/lock-screen.tsx").then(
        ({ LockScreen: Screen }) => setScreen({ Screen }),
        (error: unknown) => reportError("rejection", error),
      );
  }, [isNeeded]);
  return screen?.Screen ?? null;
}

/** The window for who works; while nobody is signed in, nothing but the screen on which one signs in. */
export function ByPerson() {
  const [, navigate] = useLocation();
  const standing = useChannel("people.status", {}).data?.standing;
  const isLocked = standing?.state === "locked";
  const personId = standing?.state === "working" ? standing.person.personId : null;
  const LockScreen = useLockScreen(isLocked || personId !== null);
  // Each other person begins anew; the same one goes on where they were.
  const [last, setLast] = useState({ personId, turn: 0 });
  if (personId !== null && personId !== last.personId)
    setLast({ personId, turn: last.personId === null ? last.turn : last.turn + 1 });
  // Before the forms below look whose drafts they show.
  useLayoutEffect(() => useWho.setState({ locked: isLocked, personId }), [isLocked, personId]);
  useLayoutEffect(() => {
    if (last.turn > 0) navigate("/home", { replace: true });
  }, [last.turn, navigate]);
  // Drawn anew while it was locked, nobody knows whose screen the address names.
  useLayoutEffect(() => {
    if (isLocked && last.personId === null) navigate("/home", { replace: true });
  }, [isLocked, last.personId, navigate]);
  if (!isLocked) return <AppShell key={last.turn} />;
  return LockScreen === null ? null : <LockScreen ownerless={standing.ownerless} />;
}
