/**
 * The page that parts of the screens are drawn on: one for each process, and not one for each file. React, the widgets
 * and the test library hold on to the first page that they saw, and to load them takes longer than most of what is drawn.
 */
import { builtinEnvironments, type Environment } from "vitest/runtime";

const { setup } = builtinEnvironments["happy-dom"];
let page: ReturnType<typeof setup> | null = null;

export default {
  name: "one-page",
  viteEnvironment: "client",
  async setup(global, options) {
    page ??= setup(global, options);
    await page;
    return {
      /** As a page that was just opened; the process's end ends it. */
      teardown({ document, localStorage, sessionStorage, history }: typeof globalThis) {
        document.body.replaceChildren();
        for (const { name } of [...document.documentElement.attributes])
          document.documentElement.removeAttribute(name);
        localStorage.clear();
        sessionStorage.clear();
        history.replaceState(null, "", "/");
      },
    };
  },
} satisfies Environment;
