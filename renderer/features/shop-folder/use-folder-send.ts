import { useQueryClient } from "@tanstack/react-query";
import { channelKey, useSend } from "../../client/queries.ts";

/** Sends what is answered with the state of the shop folder, which is shown then. */
export function useFolderSend<Name extends "shopFolder.set" | "shopFolder.refresh" | "shopFolder.configure">(
  channel: Name,
) {
  const client = useQueryClient();
  return useSend(channel, {
    onSuccess: (value) => client.setQueryData(channelKey("shopFolder.get", {}), value),
  });
}
