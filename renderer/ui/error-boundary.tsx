import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { reportError } from "../client/report-error.ts";
import { Button } from "./button.tsx";
import { Notice, SupportDetails } from "./notice.tsx";

function Failed({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <Notice
        kind="bad"
        title={t("errors.screenFailed")}
        action={
          <Button variant="default" onClick={onAgain}>
            {t("errors.openAgain")}
          </Button>
        }
      >
        {t("errors.screenFailedText")}
        <SupportDetails>{error.stack ?? error.message}</SupportDetails>
      </Notice>
    </div>
  );
}

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** Catches what fails while drawing, so that one screen's fault leaves the rest standing. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown): void {
    reportError("drawing", error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <Failed error={error} onAgain={() => this.setState({ error: null })} />;
  }
}
