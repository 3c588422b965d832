/** What large text may do to a screen: words cut by their box, controls over each other, a page that scrolls sideways. */
import type { Page } from "@playwright/test";

/**
 * Headings and controls whose own words don't fit their box. A record's name (`bdi`) may end in an ellipsis:
 * its title says it whole, and where it is opened.
 */
export const cutWords = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("h1, h2, h3, h4, button, a[href], label, legend, [role=tab]")]
      .flatMap((control) => [control, ...control.querySelectorAll<HTMLElement>("span, div")])
      .filter((box) => {
        if (!box.checkVisibility({ visibilityProperty: true }) || box.closest("bdi") !== null) return false;
        if (box.querySelector("bdi") !== null) return false;
        const { overflowX, overflowY, position } = getComputedStyle(box);
        // What only a screen reader meets is a pixel large, two at 200 %.
        if (position === "absolute" && box.clientWidth <= 2) return false;
        const cutAcross = overflowX !== "visible" && box.scrollWidth > box.clientWidth + 1;
        const cutDown = overflowY !== "visible" && box.scrollHeight > box.clientHeight + 2;
        return (cutAcross || cutDown) && (box.textContent ?? "").trim() !== "";
      })
      .map((box) => `cut: ${box.tagName} .${box.className} "${(box.textContent ?? "").trim().slice(0, 40)}"`),
  );

/** Pairs of controls that lie over each other in the part of the page that is in sight. */
export const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>("main button, main a[href], main input, main select"),
    ]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 2 && box.height > 2);
    /** Only what can be met there: a box that is scrolled away lies under another without harm. */
    const isMet = (element: HTMLElement, box: DOMRect): boolean => {
      const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return met !== null && (element.contains(met) || met.contains(element));
    };
    return controls.flatMap(({ one, box }, index) =>
      controls.slice(index + 1).flatMap(({ one: other, box: its }) => {
        if (one.contains(other) || other.contains(one)) return [];
        const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
        const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
        // A field and the button inside its end share a wrapper; they are one control to the eye.
        if (across <= 2 || down <= 2 || one.parentElement?.parentElement?.contains(other)) return [];
        return isMet(one, box) && isMet(other, its)
          ? [`over each other: ${one.outerHTML.slice(0, 90)} and ${other.outerHTML.slice(0, 90)}`]
          : [];
      }),
    );
  });

/** Boxes of the page that are wider inside than they are. */
export const wideBoxes = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      document.documentElement,
      document.body,
      ...document.querySelectorAll("main, main > *, header, [role=dialog]"),
    ]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.tagName} .${box.className} ${box.scrollWidth} in ${box.clientWidth}`),
  );
