/**
 * Replaces zod in the page's bundle, and is zod: the page's policy forbids making code from text, which zod
 * would try at its first use. Not in main.tsx, or the first screen would load a library that it has no use
 * for.
 */
import { z } from "zod/v4";

z.config({ jitless: true });

export * from "zod/v4";
export { z };
