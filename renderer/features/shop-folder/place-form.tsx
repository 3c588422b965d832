import { NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { IconFolderOpen } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { LONGEST_TRY, PLACE_KINDS, type ShopFolderState } from "../../../contract/channels/shop-folder.ts";
import { channelKey, useSend } from "../../client/queries.ts";
import { useFormats, useOwnerPolicy } from "../../client/settings.ts";
import { Button } from "../../ui/button.tsx";
import { issueWords } from "../../ui/field.ts";
import { ErrorPanel } from "../help.tsx";
import { type PlaceTyped, placeLacks, placeNamed, placeTyped } from "./named-place.ts";
import classes from "./shop-folder.module.css";
import { FolderError } from "./trouble.tsx";
import { useSecretly } from "./use-secretly.ts";

interface PlaceFormProps {
  /** Undefined: none is known yet. */
  state: ShopFolderState | undefined;
  onSaved: () => void;
  onCancel?: () => void;
}

/** The place of the shop folder: it is tried before it is kept. */
export function PlaceForm({ state, onSaved, onCancel }: PlaceFormProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  // The owner's policy names the place; its key is given at the counter.
  const decided = useOwnerPolicy().fixed.shopFolder;
  const [typed, setTyped] = useState(() => placeTyped(state?.place ?? null, state?.kind ?? null));
  const [keys, setKeys] = useState({ key: "", secret: "", region: "" });
  const [missing, setMissing] = useState<readonly string[]>([]);
  const set = useSecretly("shopFolder.set", (value) => {
    client.setQueryData(channelKey("shopFolder.get", {}), value);
    onSaved();
  });
  const choose = useSend("file.choose", {
    onSuccess: ({ path }) => {
      if (path !== null) change({ folder: path });
    },
  });
  const { words, whole } =
    set.error === null
      ? { words: {}, whole: true }
      : issueWords(set.error, t, ({ field }) => (field === "place" ? "place" : null));
  const refused = "place" in words ? String(words.place) : null;
  function change(more: Partial<PlaceTyped>): void {
    setMissing([]);
    setTyped((before) => ({ ...before, ...more }));
  }
  const field = (name: "folder" | "address" | "bucket") => ({
    dir: "ltr",
    value: typed[name],
    error: missing.includes(name) ? t("errors.reason.required") : name === "bucket" ? null : refused,
    "data-testid": `place-${name}`,
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  });
  const kept = (name: "key" | "secret" | "region") => ({
    dir: "ltr",
    value: keys[name],
    autoComplete: "off",
    spellCheck: false,
    "data-testid": `place-${name}`,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setKeys((before) => ({ ...before, [name]: value }));
    },
  });
  const submit = () => {
    const lacks = placeLacks(typed);
    setMissing(lacks);
    if (lacks.length > 0) return;
    const { key, secret } = keys;
    const region = (decided === undefined ? keys.region : (decided.region ?? "")).trim();
    const needsKeys = typed.kind !== "folder";
    void set.send({
      place: decided?.place ?? placeNamed(typed),
      ...(needsKeys && key !== "" ? { key } : {}),
      ...(needsKeys && secret !== "" ? { secret } : {}),
      ...(typed.kind === "s3" && region !== "" ? { region } : {}),
    });
  };
  return (
    <form
      className="stack gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      noValidate
    >
      {decided !== undefined ? null : (
        <>
          <NativeSelect
            label={t("shopFolder.kind")}
            value={typed.kind}
            data={PLACE_KINDS.map((value) => ({ value, label: t(`shopFolder.kinds.${value}`) }))}
            onChange={({ currentTarget: { value } }) => {
              // What was wrong with the last try says nothing of another kind of place.
              set.forget();
              choose.reset();
              change({ kind: PLACE_KINDS.find((kind) => kind === value) ?? "folder" });
            }}
            data-testid="place-kind"
          />
          {typed.kind === "folder" ? (
            <>
              <TextInput
                label={t("shopFolder.folder")}
                description={t("shopFolder.folderHint")}
                readOnly
                {...field("folder")}
              />
              <div className="wrap gap-8">
                <Button
                  variant="default"
                  busy={choose.isPending}
                  leftSection={<IconFolderOpen size="1.125rem" stroke={1.7} aria-hidden="true" />}
                  onClick={() => choose.mutate({ purpose: "shopFolder" })}
                >
                  {t("shopFolder.browse")}
                </Button>
              </div>
            </>
          ) : (
            <TextInput
              label={t("shopFolder.address")}
              description={t("shopFolder.addressHint")}
              type="url"
              {...field("address")}
            />
          )}
          {typed.kind === "s3" ? (
            <div className={`${classes.pair} grid gap-12 top`}>
              <TextInput
                label={t("shopFolder.bucket")}
                description={t("shopFolder.bucketHint")}
                {...field("bucket")}
              />
              <TextInput
                label={t("shopFolder.region")}
                description={t("shopFolder.regionHint")}
                {...kept("region")}
              />
            </div>
          ) : null}
        </>
      )}
      {typed.kind === "folder" ? null : (
        <div className={`${classes.pair} grid gap-12 top`}>
          <TextInput
            label={t(typed.kind === "s3" ? "shopFolder.keyId" : "shopFolder.user")}
            {...kept("key")}
          />
          <PasswordInput
            label={t(typed.kind === "s3" ? "shopFolder.secret" : "shopFolder.password")}
            {...kept("secret")}
          />
        </div>
      )}
      <p className="note flush">
        {t("shopFolder.tries", { duration: formats.duration(LONGEST_TRY * 1_000) })}
      </p>
      <div className="wrap gap-8">
        <Button type="submit" busy={set.busy} data-testid="place-save">
          {t("shopFolder.save")}
        </Button>
        {onCancel === undefined ? null : (
          // What is being tried is saved when it works.
          <Button variant="default" disabled={set.busy} onClick={onCancel}>
            {t("action.cancel")}
          </Button>
        )}
      </div>
      <FolderError error={whole ? null : set.error} />
      <ErrorPanel error={choose.error} />
    </form>
  );
}
