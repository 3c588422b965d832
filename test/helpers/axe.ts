/** What axe finds on a page as it is: every rule that axe has on by itself. */
import type { Page } from "@playwright/test";
import axe from "axe-core";

/**
 * Names the rule, the element and the reason of each finding, after the place that was given. Run in the page itself,
 * read once for it, and only for what breaks a rule: to name every element that breaks none takes three times as long.
 */
export async function axeFindings(page: Page, where: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run({ resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
    );
  });
  return found.map((words) => `${where}: ${words}`);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
