/** Finding a section of Settings by words. Pure. */
import type { SectionWords } from "../../features/settings-sections.ts";
import { folded } from "../../lib/folded.ts";

interface Found extends SectionWords {
  /** The setting that was found, where the section's name doesn't hold the words. */
  found?: string;
}

/** The sections whose name, or the name of a setting in them, holds every word; all of them for no word. */
export function findSections(sections: readonly SectionWords[], typed: string): Found[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const holds = (text: string) => words.every((word) => folded(text).includes(word));
  return sections.flatMap((section) => {
    if (holds(section.title)) return [section];
    const found = section.parts.find(holds);
    return found === undefined ? [] : [{ ...section, found }];
  });
}
