/** What a person meets on a screen: which elements take the keyboard, their rings, and how large their targets are. */
import type { Locator, Page } from "@playwright/test";

interface Met {
  /** For people: tag, role and name. */
  name: string;
  /** In a list, a grid or a table, where rows are dense; or an id among words, copied by a click. */
  dense: boolean;
  /** A link inside a sentence: its size is the text's (WCAG 2.5.8, "inline"). */
  inline: boolean;
  width: number;
  height: number;
  /** How much room there is from its centre to the centre of the nearest other target. */
  nearest: number;
}

/** Every target in sight, measured with its label where a click there counts too. */
function targetsOf(page: Page): Promise<Met[]> {
  return page.evaluate(() => {
    const wanted = "a[href], button, input, select, textarea, summary, [role=tab], [role=switch]";
    const boxOf = (element: Element): DOMRect => {
      const own = element.getBoundingClientRect();
      if (!(element instanceof HTMLInputElement) || !["checkbox", "radio"].includes(element.type)) return own;
      const around = [...(element.labels ?? []), element.closest("label"), element.parentElement]
        .filter((one) => one !== null)
        .map((one) => one.getBoundingClientRect());
      return around.reduce(
        (most, box) => (box.width * box.height > most.width * most.height ? box : most),
        own,
      );
    };
    const found = [...document.querySelectorAll(wanted)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest("[inert], [aria-hidden=true]") === null &&
        !element.matches(":disabled, [tabindex='-1']"),
    );
    const boxes = found.map(boxOf);
    const centre = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    return found.flatMap((element, index) => {
      const box = boxes[index];
      // The link that skips to the screen lies outside until it has the keyboard.
      if (box === undefined || box.bottom <= 0 || box.width === 0) return [];
      const { x, y } = centre(box);
      const others = boxes.filter((_, other) => other !== index).map(centre);
      const words = element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 30) ?? "";
      return [
        {
          name: `${element.tagName.toLowerCase()} ${element.getAttribute("type") ?? ""} "${words}" .${element.className}`,
          dense: element.matches("[role=grid] *, table *, li *, dl *, button[dir=ltr]"),
          inline: element.tagName === "A" && getComputedStyle(element).display === "inline",
          width: box.width,
          height: box.height,
          nearest: Math.min(...others.map((other) => Math.hypot(other.x - x, other.y - y))),
        },
      ];
    });
  });
}

/** Marks what Tab should reach, and answers how much that is: radios of one group count as one. */
export function markFocusable(page: Page): Promise<number> {
  return page.evaluate(() => {
    const wanted = "a[href], button, input, select, textarea, summary, [tabindex]";
    const groups = new Set<string>();
    let count = 0;
    for (const element of document.querySelectorAll<HTMLElement>(wanted)) {
      if (element.tabIndex < 0 || element.matches(":disabled")) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (element instanceof HTMLInputElement && element.type === "radio") {
        if (groups.has(element.name)) continue;
        groups.add(element.name);
        for (const radio of document.querySelectorAll<HTMLInputElement>("input[type=radio]"))
          if (radio.name === element.name) radio.dataset.reach = String(count);
      }
      element.dataset.reach = String(count);
      count += 1;
    }
    return count;
  });
}

/** Where the keyboard is: its mark, and whether a ring is drawn on it or on the box that shows it. */
export function focusedNow(page: Page): Promise<{ reach: string | null; ring: boolean; name: string }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body)
      return { reach: null, ring: true, name: "the page itself" };
    const ringed = (one: Element | null | undefined): boolean => {
      if (one === null || one === undefined) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
    };
    // A switch, a check box or a radio is drawn by its neighbour; a list draws the ring on the row it is in.
    const row = document.getElementById(element.getAttribute("aria-activedescendant") ?? "");
    const drawn = [
      element,
      element.nextElementSibling,
      element.parentElement?.querySelector("label, span"),
      row,
    ];
    return {
      reach: element.dataset.reach ?? null,
      ring: drawn.some(ringed),
      name: `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.textContent?.slice(0, 30)} .${element.className}`,
    };
  });
}

/** Targets below 44 px, or in dense lists below 24 px without room about them. */
export const smallTargets = async (page: Page, where: string): Promise<string[]> =>
  (await targetsOf(page))
    .filter(({ dense, inline, width, height, nearest }) => {
      const least = Math.min(width, height);
      // WCAG 2.2 AA (2.5.8): 24 px, or less where a circle of 24 px meets no other target; 44 px is this house's own.
      // A field's border is not counted.
      return !(least >= 42 || (dense && (least >= 24 || nearest >= 24)) || (inline && nearest >= 24));
    })
    .map(({ name, width, height }) => `${where}: ${name} ${Math.round(width)} × ${Math.round(height)}`);

/** Whether each is seen whole, and would be met by the pointer in its middle. */
export const inSight = async (controls: Locator): Promise<boolean[]> =>
  controls.evaluateAll((all) =>
    all.map((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && element.contains(met);
    }),
  );
