import { Button as MantineButton, type ButtonProps as MantineButtonProps } from "@mantine/core";
import type { ComponentPropsWithoutRef, MouseEvent, Ref } from "react";
import classes from "./button.module.css";

type NativeProps = Omit<ComponentPropsWithoutRef<"button">, keyof MantineButtonProps>;

interface ButtonProps extends Omit<MantineButtonProps, "loading" | "loaderProps">, NativeProps {
  /** What it started still runs: pressed again it does nothing, and it keeps the focus it has. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** The button of all screens. A disabled button loses the focus; a busy one must not, so it only says so. */
export function Button({ busy = false, onClick, className = "", ...button }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <MantineButton
      {...button}
      className={busy ? `${classes.busy} ${className}` : className}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
    />
  );
}
