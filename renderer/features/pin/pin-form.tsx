import { VisuallyHidden } from "@mantine/core";
import { type FormEvent, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { focusOnceDrawn } from "../../lib/focus-once-drawn.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";
import classes from "./pin.module.css";

interface PinFormProps {
  text?: ReactNode;
  confirm: string;
  /** Left out for one of the settings' forms, which Escape leaves with everything as it is; a box has its own Escape. */
  back?: string;
  call: { busy: boolean; error: unknown; aloud: string };
  onSubmit: () => Promise<void>;
  onBack: () => void;
  /** One more button, beside the two. */
  more?: ReactNode;
  children: ReactNode;
}

/** A form that holds a PIN, with its two buttons. A refusal brings the keyboard to the field that it is about. */
export function PinForm(props: PinFormProps) {
  const { text, confirm, back, call, onSubmit, onBack, more, children } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (call.busy) return;
    await onSubmit();
    // There may be choices between the field and the button: its message may be out of sight.
    focusOnceDrawn(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  };
  return (
    <form
      ref={form}
      className={`${classes.stack} ringless`}
      onSubmit={submit}
      autoComplete="off"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || back !== undefined) return;
        event.preventDefault();
        onBack();
      }}
    >
      {text === undefined ? null : <p>{text}</p>}
      {children}
      <VisuallyHidden role="status">{call.aloud}</VisuallyHidden>
      {call.error === null ? null : <ErrorPanel error={call.error} />}
      <div className="wrap gap-8">
        <Button type="submit" busy={call.busy}>
          {confirm}
        </Button>
        <Button variant="default" onClick={onBack}>
          {back ?? t("pin.panel.keep")}
        </Button>
        {more}
      </div>
    </form>
  );
}
