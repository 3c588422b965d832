import { notifications } from "@mantine/notifications";

let told: string | undefined;

/** Tells what came of a scan, in place of what was told before: anew, for its whole time and to a screen reader too. */
export function tellScan(message: string): void {
  if (told !== undefined) notifications.hide(told);
  told = notifications.show({ color: "orange", message });
}
