/** Which messages the screens use and where, as the compiler knows it: keys put together from parts too. */
import { join } from "node:path";
import { type Node, SyntaxKind } from "typescript/unstable/ast";
import {
  isJsxAttribute,
  isJsxElement,
  isJsxSelfClosingElement,
  isStringLiteral,
  isTemplateExpression,
} from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/sync";

const ROOT = join(import.meta.dirname, "../..");

/**
 * Every text in the renderer's sources, with the elements it is written in: "Button", or "Button@title" for an
 * attribute. Of a template that is a key, each text that its type allows.
 */
export function textsInSources(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const api = new API({ cwd: ROOT });
  try {
    const project = api.updateSnapshot({ openProject: join(ROOT, "tsconfig.json") }).getProjects()[0];
    if (project === undefined) throw new Error("tsconfig.json opens no project");
    for (const path of project.program.getSourceFileNames()) {
      const file = path.startsWith(join(ROOT, "renderer")) ? project.program.getSourceFile(path) : undefined;
      if (file === undefined) continue;
      const note = (text: string, element: string) =>
        found.set(text, (found.get(text) ?? new Set()).add(element));
      const visit = (node: Node, within: string): void => {
        let element = within;
        if (isJsxElement(node)) element = node.openingElement.tagName.getText(file);
        else if (isJsxSelfClosingElement(node)) element = node.tagName.getText(file);
        else if (isJsxAttribute(node)) element = `${within}@${node.name.getText(file)}`;
        else if (isStringLiteral(node) || node.kind === SyntaxKind.NoSubstitutionTemplateLiteral)
          note(node.getText(file).slice(1, -1), element);
        else if (isTemplateExpression(node)) {
          const type = project.checker.getTypeAtLocation(node);
          const types = type?.isUnionType() ? type.getTypes() : [type];
          for (const one of types) if (one?.isStringLiteralType()) note(one.value, element);
        }
        node.forEachChild((child) => visit(child, element));
      };
      visit(file, "");
    }
  } finally {
    api.close();
  }
  return found;
}
