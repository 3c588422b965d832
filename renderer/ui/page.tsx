import type { ComponentProps, ReactNode } from "react";
import { NotConnected } from "./not-connected.tsx";
import classes from "./page.module.css";
import { PageHeader } from "./page-header.tsx";

interface PageProps extends ComponentProps<typeof PageHeader> {
  children: ReactNode;
  /** False: there is no connection, and so nothing to show but the way to one. */
  connected?: boolean;
  /**
   * The body takes exactly the room that is left and scrolls inside itself: lists and grids; "low": in a low window too;
   * "whole": where there is room for one pane only it is never larger than the window, so that its foot is in sight.
   */
  fill?: boolean | "low" | "whole";
}

/** A screen: its header, and below it its body on the common margins. */
export function Page({ children, connected = true, fill = false, ...header }: PageProps) {
  return (
    <div className={classes.page} data-fill={fill}>
      <PageHeader {...header} />
      <div className={`${classes.body} stack from-top gap-16`}>{connected ? children : <NotConnected />}</div>
    </div>
  );
}
