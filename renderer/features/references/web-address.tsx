import { IconExternalLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { webLink } from "../../../contract/web-link.ts";
import { useSend } from "../../client/queries.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorPanel } from "../help/error-panel.tsx";
import classes from "./web-address.module.css";

interface WebAddressProps {
  url: string;
  testId: string;
}

/** An address as the browser will read it, and the way to it; one that is not of the web is refused in words. */
export function WebAddress({ url, testId }: WebAddressProps) {
  const { t } = useTranslation();
  const open = useSend("link.open");
  const link = webLink(url);
  const refusal = link.ok ? open.data?.outcome : link.reason;
  return (
    <div className="min-w-0" data-testid={testId}>
      {link.ok ? (
        <Button
          variant="subtle"
          className={classes.button}
          busy={open.isPending}
          data-testid={`${testId}-open`}
          aria-label={t("components.link.open", { address: link.href })}
          leftSection={<IconExternalLink size="1rem" stroke={1.8} aria-hidden="true" />}
          onClick={() => open.mutate({ url })}
        >
          <bdi dir="ltr">{link.href}</bdi>
        </Button>
      ) : null}
      <span role="status" className="if-any note">
        {refusal === undefined || refusal === "opened" || refusal === "cancelled"
          ? null
          : t(`components.link.outcome.${refusal}`)}
      </span>
      <ErrorPanel error={open.error} />
    </div>
  );
}
