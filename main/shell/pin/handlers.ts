/** The PIN's channels. */
import type { ShellHandlers } from "../../ipc/dispatch.ts";
import type { Pin } from "./pin.ts";

type PinChannel = Extract<keyof ShellHandlers, `pin.${string}`>;

/** Makes the handlers of the PIN's channels. `codeShown` is told whether a new recovery code is on the screen. */
export function createPinHandlers(
  pin: Pin,
  codeShown: (shown: boolean) => void,
): Pick<ShellHandlers, PinChannel> {
  return {
    "pin.status": () => pin.status(),
    "pin.set": ({ pin: given, ...settings }) => pin.set(given, settings),
    "pin.change": ({ pin: given, newPin }) => pin.change(given, newPin),
    "pin.configure": ({ pin: given, ...settings }) => pin.configure(given, settings),
    "pin.remove": ({ pin: given }) => pin.remove(given),
    "pin.renewCode": ({ pin: given }) => pin.renewCode(given),
    "pin.reset": ({ recoveryCode, newPin }) => pin.reset(recoveryCode, newPin),
    "pin.unlock": ({ pin: given }) => pin.unlock(given),
    "pin.lock": () => pin.lock(),
    "pin.codeShown": ({ shown }) => {
      codeShown(shown);
      return {};
    },
  };
}
