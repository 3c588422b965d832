import { Name } from "./name.tsx";

/** A name of any script on one line: cut at its own end, the screen's language before another. */
export function Clip({ children }: { children: string }) {
  return <Name oneLine>{children}</Name>;
}
