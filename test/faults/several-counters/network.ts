/** The way to the services: requests go into their books, answers come back, or not. */
import { OPERATIONS } from "../../../contract/operations.ts";
import type { Carrier, Connect } from "../../../main/engine/core/remote/network.ts";
import { NO_CONTROL } from "../../helpers/no-control.ts";
import type { Books } from "../simulator/books.ts";
import type { Timeline } from "../simulator/timeline.ts";

export type Network = "good" | "away" | "hangs" | "loses answers";

const CONNECTS_IN_MS = 50;
const ANSWERS_IN_MS = 100;

interface NetworkDeps {
  timeline: Timeline;
  books: readonly Books[];
  /** Their addresses, in the order of `books`. */
  services: readonly string[];
  network: () => Network;
  /** Called with each request as it goes out. */
  sends: (service: number, body: string) => void;
}

/** Connections of one engine to any of the services. */
export const connectTo =
  ({ timeline, books, services, network, sends }: NetworkDeps): Connect =>
  (url) =>
    new Promise((resolve) => {
      const service = services.findIndex((each) => url.startsWith(each));
      let isOpen = true;
      const dispatch: Carrier["dispatch"] = (options, handler) => {
        const body = String(options.body);
        sends(service, body);
        const way = network();
        handler.onRequestStart?.(NO_CONTROL, {});
        if (way === "hangs" || way === "away") return;
        timeline.after(ANSWERS_IN_MS, () => {
          if (!options.path.endsWith(OPERATIONS.purchaseReturn.path)) return;
          const answer = books[service]?.answer("purchaseReturn", "Bearer token", body);
          if (answer === undefined || !isOpen) return;
          if (way === "loses answers" || network() === "away")
            return handler.onResponseError?.(NO_CONTROL, new Error("read ECONNRESET"));
          handler.onResponseStart?.(NO_CONTROL, answer.status, answer.headers);
          handler.onResponseData?.(NO_CONTROL, Buffer.from(answer.body));
          handler.onResponseEnd?.(NO_CONTROL, {});
        });
      };
      const carrier: Carrier = {
        dispatch,
        isOpen: () => isOpen,
        onDropped: () => undefined,
        close: () => {
          isOpen = false;
        },
      };
      timeline.after(CONNECTS_IN_MS, () =>
        resolve(
          network() === "away"
            ? { kind: "not_connected", problem: "unreachable", detail: "away" }
            : { kind: "connected", carrier, certificate: null },
        ),
      );
    });
