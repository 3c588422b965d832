/** Imports of JSON as bundlers take them: Node asks for a type beside each, which no source of the program names. */
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    return found.url.endsWith(".json") ? { ...found, importAttributes: { type: "json" } } : found;
  },
});
