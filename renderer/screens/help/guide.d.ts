/** A guide's contents page is imported for all its pages: scripts/lib/guide.mjs reads them when the program is built. */
declare module "*/README.md" {
  export const guide: import("./guide-parts.ts").Guide;
}
