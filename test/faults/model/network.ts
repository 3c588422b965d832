/** The network between one life of the counter and the books: nothing happens on it before the trace says so. */
import type { Dispatcher } from "undici";
import { OPERATION_KINDS, OPERATIONS, type OperationKind } from "../../../contract/operations.ts";
import type { Carrier, Connect, Connected } from "../../../main/engine/core/remote/network.ts";
import { NO_CONTROL } from "../../helpers/no-control.ts";

export interface Request {
  kind: OperationKind;
  authorization: string;
  body: string;
  /** Answers it and closes its connection. */
  answer: (status: number, body: string, headers?: Record<string, string>) => void;
  /** The connection breaks under it. */
  lose: () => void;
}

const kindOf = ({ method, path }: Dispatcher.DispatchOptions): OperationKind => {
  const kind = OPERATION_KINDS.find(
    (one) => OPERATIONS[one].method === method && path.endsWith(OPERATIONS[one].path),
  );
  if (kind === undefined) throw new Error(`no operation is ${method} ${path}`);
  return kind;
};

function authorizationOf(headers: unknown): string {
  if (typeof headers !== "object" || headers === null || !("authorization" in headers)) return "";
  return String(headers.authorization);
}

export class Network {
  /** Every request that was sent, in order. */
  readonly sent: Request[] = [];
  #waiting: ((met: Connected) => void)[] = [];
  #open: { close: () => void }[] = [];

  readonly connect: Connect = () => new Promise((resolve) => void this.#waiting.push(resolve));

  /** One connection that is being opened is open; false where there is none. It carries one request. */
  openOne(): boolean {
    const resolve = this.#waiting.shift();
    if (resolve === undefined) return false;
    let isOpen = true;
    const carrier: Carrier = {
      dispatch: (options, handler) => {
        handler.onRequestStart?.(NO_CONTROL, {});
        const end = (say: () => void): void => {
          isOpen = false;
          say();
        };
        this.sent.push({
          kind: kindOf(options),
          authorization: authorizationOf(options.headers),
          body: String(options.body),
          answer: (status, body, headers = {}) =>
            end(() => {
              handler.onResponseStart?.(NO_CONTROL, status, headers);
              if (body !== "") handler.onResponseData?.(NO_CONTROL, Buffer.from(body));
              handler.onResponseEnd?.(NO_CONTROL, {});
            }),
          lose: () =>
            end(() =>
              handler.onResponseError?.(
                NO_CONTROL,
                Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
              ),
            ),
        });
      },
      isOpen: () => isOpen,
      onDropped: () => undefined,
      close: () => {
        isOpen = false;
      },
    };
    this.#open.push(carrier);
    resolve({ kind: "connected", carrier, certificate: null });
    return true;
  }

  closeOpen(): void {
    for (const carrier of this.#open.splice(0)) carrier.close();
  }

  /** Every connection is closed, and none that is asked for comes. */
  closeAll(): void {
    this.closeOpen();
    for (const resolve of this.#waiting.splice(0))
      resolve({ kind: "not_connected", problem: "unreachable", detail: "the program is gone" });
  }
}
