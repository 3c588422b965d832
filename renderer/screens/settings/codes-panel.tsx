import { TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SettingName } from "../../features/settings-sections.tsx";
import { isCode, latinNumber } from "../../lib/text.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/page.tsx";
import { KeptRow } from "./parts.tsx";
import classes from "./settings.module.css";

interface CodesPanelProps {
  title: ReactNode;
  explain: string;
  meanings: Record<string, string>;
  /** `taken` is called once the change is kept: until then what was typed stays. */
  onChange: (meanings: Record<string, string>, taken: () => void) => void;
}

const nothingTyped = (): void => undefined;

/** The owner's words for codes that the interface doesn't explain. A whole row is saved when it is left, too. */
export function CodesPanel({ title, explain, meanings, onChange }: CodesPanelProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const [meaning, setMeaning] = useState("");
  const [refused, setRefused] = useState(false);
  const [empty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const known = Object.entries(meanings).sort(([a], [b]) => Number(a) - Number(b));
  // Leaving sends nothing twice: the PIN's question takes the focus away too.
  const sentLast = useRef("");
  const row = `${code} ${meaning}`;
  const save = () => {
    const sent = { code, meaning };
    sentLast.current = row;
    onChange({ ...meanings, [code]: meaning.trim() }, () => {
      sentLast.current = "";
      // Another may have been begun meanwhile.
      setCode((now) => (now === sent.code ? "" : now));
      setMeaning((now) => (now === sent.meaning ? "" : now));
    });
  };
  const isWhole = isCode(code) && meaning.trim() !== "" && meanings[code] !== meaning.trim();
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isCode(code)) {
      setRefused(true);
      return;
    }
    setEmpty(meaning.trim() === "");
    if (meaning.trim() !== "") save();
  };
  return (
    <Panel title={title}>
      <p className={classes.hint}>{explain}</p>
      {known.length === 0 ? <p className={classes.hint}>{t("settings.codes.none")}</p> : null}
      <ul className={`${classes.codes} bare`}>
        {known.map(([written, words]) => (
          <KeptRow
            key={written}
            edit={{
              label: t("settings.codes.edit", { code: written }),
              run: () => {
                setRefused(false);
                setEmpty(false);
                setCode(written);
                setMeaning(words);
                field.current?.focus();
              },
            }}
            remove={{
              label: t("settings.codes.remove", { code: written }),
              run: () =>
                onChange(Object.fromEntries(known.filter(([other]) => other !== written)), nothingTyped),
            }}
          >
            <bdi className={`${classes.number} mono`}>{written}</bdi>
            <span className="breaks grow min-w-0">{words}</span>
          </KeptRow>
        ))}
      </ul>
      <form
        className={`${classes.addCode} grid top gap-12`}
        onSubmit={add}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (isWhole && sentLast.current !== row && !currentTarget.contains(relatedTarget)) save();
        }}
      >
        <TextInput
          label={<SettingName of="settings.codes.code" />}
          value={code}
          inputMode="numeric"
          error={refused ? t("errors.reason.not_an_integer") : null}
          onChange={(event) => {
            setRefused(false);
            setCode(latinNumber(event.currentTarget.value));
          }}
        />
        <TextInput
          label={t("settings.codes.meaning")}
          value={meaning}
          ref={field}
          maxLength={200}
          error={empty ? t("errors.reason.required") : null}
          onChange={(event) => {
            setEmpty(false);
            setMeaning(event.currentTarget.value);
          }}
        />
        <Button type="submit" variant="default" className={classes.addButton ?? ""}>
          {t(code in meanings ? "settings.codes.replace" : "settings.codes.add")}
        </Button>
      </form>
    </Panel>
  );
}
