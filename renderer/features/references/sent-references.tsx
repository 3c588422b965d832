import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { parseExactJson } from "../../../contract/exact-json.ts";
import { documentReference } from "../../../contract/service/requests.ts";
import { useChannel } from "../../client/queries.ts";
import { useSettings } from "../../client/settings.ts";
import { meaningOf } from "../../lib/meaning-of.ts";
import { KeptFileLine } from "./kept-file-line.tsx";
import { fileAt, ownDescription } from "./reference-rows.ts";
import { usePresent } from "./use-present.ts";
import { WebAddress } from "./web-address.tsx";

/** Both bodies that carry references; the voucher's have a device each, which says nothing here. */
const withReferences = z.object({ documentReferences: z.array(z.object(documentReference.shape)) });

interface SentReferencesProps {
  entryId: string;
  /** The frozen body of that entry. */
  requestBody: string;
  /** The heading, in the level of what stands around it. */
  title: (words: string) => React.ReactNode;
}

/** The papers behind an entry as they were sent, with the files that stayed on this counter. Nothing where it has none. */
export function SentReferences({ entryId, requestBody, title }: SentReferencesProps) {
  const { t } = useTranslation();
  const meanings = useSettings().referenceTypeMeanings;
  const references = useMemo(
    () => withReferences.safeParse(parseExactJson(requestBody)).data?.documentReferences ?? [],
    [requestBody],
  );
  const enabled = references.length > 0;
  const files = useChannel("attachment.ofEntry", { entryId }, { enabled }).data?.files ?? [];
  const presentOf = usePresent(files.map(({ file }) => file));
  if (!enabled) return null;
  return (
    <section className="min-w-0" data-testid="sent-references">
      {title(t("field.references"))}
      <ol className="list">
        {references.map((reference, position) => {
          const file = fileAt(files, position);
          const code = String(reference.type);
          const description = ownDescription(reference.description ?? "", file);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was sent never changes its order
            <li key={position} className="breaks min-w-0 pad-y-8 line-above">
              <p>
                <bdi className="semi">{reference.reference}</bdi>{" "}
                <span className="note flush">
                  <bdi>{meaningOf(meanings, code) ?? t("components.references.typeCode", { code })}</bdi>
                  {reference.otherType === null ? null : (
                    <>
                      {" · "}
                      <bdi>{reference.otherType}</bdi>
                    </>
                  )}
                </span>
              </p>
              {description === "" ? null : (
                <p className="note">
                  <bdi>{description}</bdi>
                </p>
              )}
              {reference.url === null ? null : (
                <WebAddress url={reference.url} testId={`sent-link-${position}`} />
              )}
              {file === null ? null : (
                <KeptFileLine file={file} present={presentOf(file)} testId={`sent-file-${position}`} />
              )}
            </li>
          );
        })}
      </ol>
      {files.length === 0 ? null : <p className="note">{t("components.references.staysHere")}</p>}
    </section>
  );
}
