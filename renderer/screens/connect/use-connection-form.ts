import { type ChangeEvent, createContext, useEffect, useRef, useState } from "react";
import type { Policy } from "../../../contract/channels/policy.ts";
import type { ChannelInput } from "../../../contract/channels.ts";
import { focusOnceDrawn } from "../../lib/focus.ts";
import { latinNumber } from "../../lib/text.ts";

/** Leads Home once another connection is open; not a person who went to another screen meanwhile. The form itself starts anew. */
export const LeadHome = createContext<() => void>(() => undefined);

/** What the owner's policy decides of it; the token is asked for at every computer. */
export type Fixed = Pick<Partial<Policy>, "serviceUrl" | "tenantId">;

/** What was typed and not saved, for the next visit. The token is kept nowhere but in its field. */
let left: { heldAs: string; values: ConnectionValues } | null = null;

const fieldIn = (form: HTMLFormElement | null, name: string) =>
  form?.querySelector<HTMLElement>(`[name="${name}"]`);

/**
 * What is in the form, and what is wrong with it. It begins with what is held, for the connection of that
 * name, and with the keyboard in the field `start`.
 */
export function useConnectionForm(
  heldAs: string,
  held: ConnectionValues,
  fixed: Fixed,
  start: TextField | null,
) {
  const form = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(held);
  const [typed, setTyped] = useState(() => (left?.heldAs === heldAs ? left.values : held));
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const values: ConnectionValues = {
    ...typed,
    serviceUrl: fixed.serviceUrl ?? typed.serviceUrl,
    tenantId: String(fixed.tenantId ?? typed.tenantId),
  };
  const unsaved = useRef<ConnectionValues | null>(null);
  useEffect(() => {
    const isDirty = JSON.stringify(typed) !== JSON.stringify(saved);
    unsaved.current = isDirty ? { ...typed, token: "" } : null;
  }, [typed, saved]);
  useEffect(
    () => () => {
      left = unsaved.current === null ? null : { heldAs, values: unsaved.current };
    },
    [heldAs],
  );
  useEffect(() => {
    if (start !== null) fieldIn(form.current, start)?.focus();
  }, [start]);
  const change = (part: Partial<ConnectionValues>) => {
    setTyped((before) => ({ ...before, ...part }));
    setWrong((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
  };
  return {
    form,
    values,
    wrong,
    change,
    /** Says what is wrong, and brings the keyboard to the first of it. */
    refuse: (found: Record<string, string>) => {
      setWrong(found);
      const first = [...FIELDS, "thisRunOnly"].find((name) => name in found);
      if (first !== undefined) focusOnceDrawn(() => fieldIn(form.current, first));
    },
    /** What was typed is what is held now, but for what was typed since; only the token is kept nowhere in the page. */
    noteSaved: () => {
      setTyped((now) => ({ ...now, token: now.token === typed.token ? "" : now.token }));
      setSaved({ ...typed, token: "" });
      unsaved.current = null;
    },
    /** A line of text or a number, with what is wrong with it below. */
    line: (name: TextField, kind: "text" | "number" = "text") => ({
      name,
      dir: "ltr" as const,
      value: values[name],
      error: wrong[name] ?? null,
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
        change({ [name]: kind === "number" ? latinNumber(value) : value }),
    }),
  };
}

export type ConnectionFormState = ReturnType<typeof useConnectionForm>;

// The form's values and what is saved of them.

interface ConnectionValues {
  serviceUrl: string;
  tenantId: string;
  userId: string;
  token: string;
  deviceId: string;
  /** Where the vault can keep a token. */
  remember: boolean;
  /** Where it can't. */
  thisRunOnly: boolean;
}

export const FIELDS = ["serviceUrl", "tenantId", "userId", "token", "deviceId"] as const;
type TextField = (typeof FIELDS)[number];

/** The form's field for a refused field of the channel. */
export function formField({ field }: { field: string }): TextField | null {
  return FIELDS.find((known) => known === field) ?? null;
}

/** Needed fields that were left empty, in the order they stand in the form. */
export function missingFields(values: ConnectionValues): TextField[] {
  const needed = ["serviceUrl", "tenantId", "userId"] as const;
  return needed.filter((field) => values[field].trim() === "");
}

/** What is sent: fields left empty are left out, so that what is held is kept. */
export function saveInput(values: ConnectionValues, canKeep: boolean): ChannelInput<"connection.save"> {
  return {
    serviceUrl: values.serviceUrl,
    tenantId: values.tenantId.trim(),
    userId: values.userId.trim(),
    ...(values.token.trim() === ""
      ? {}
      : { token: values.token.trim(), remember: canKeep && values.remember }),
    ...(values.deviceId.trim() === "" ? {} : { deviceId: values.deviceId.trim() }),
    practice: false,
  };
}
