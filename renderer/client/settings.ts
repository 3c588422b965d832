/** The settings as the program last sent them, for everything that is drawn. */
import type { QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Policy } from "../../contract/channels/policy.ts";
import type { Settings } from "../../contract/channels/shell.ts";
import { DEFAULT_SETTINGS } from "../../contract/default-settings.ts";
import { type Formats, formatsOf } from "../i18n/format.ts";
import { invoke } from "./api.ts";
import { channelKey, useChannel } from "./queries.ts";

/** Asks for the settings into the cache, where events keep them. Never rejects: without an answer the defaults hold. */
export const askSettings = (client: QueryClient): Promise<void> =>
  client
    .fetchQuery({ queryKey: channelKey("settings.get", {}), queryFn: () => invoke("settings.get", {}) })
    .then(
      () => undefined,
      (error: unknown) => console.error("settings could not be read; starting with the defaults", error),
    );

/** The settings as they are known now, outside of what is drawn. */
export const knownSettings = (client: QueryClient): Settings =>
  client.getQueryData<Settings>(channelKey("settings.get", {})) ?? DEFAULT_SETTINGS;

const SettingsContext = createContext<Settings>(DEFAULT_SETTINGS);

/** Hands the settings to everything below: read once, for a screen asks for them with every amount it draws. */
export const SettingsProvider = SettingsContext.Provider;

/** The settings from the cache, for the one place that hands them on. */
export const useCachedSettings = (): Settings => useChannel("settings.get", {}).data ?? DEFAULT_SETTINGS;

/** The person's settings. */
export const useSettings = (): Settings => useContext(SettingsContext);

// What the owner's policy decides, for every screen that would let a person choose it.

interface OwnerPolicy {
  /** The fields that are decided; none before the program answered. */
  fixed: Partial<Policy>;
  /** There is a policy that can't be used: what it may decide stays as it is. */
  blind: boolean;
}

/** The owner's policy, as it was read when the program started. */
export function useOwnerPolicy(): OwnerPolicy {
  const state = useChannel("ownerPolicy.get", {}).data;
  return {
    fixed: state?.state === "holds" ? state.policy : {},
    blind: state?.state === "unusable",
  };
}

// The formats of the person's language and digits, as a hook.

/** Formats by the settings as they stand. */
export function useFormats(): Formats {
  const { language, digits } = useSettings();
  return formatsOf(language, digits);
}
