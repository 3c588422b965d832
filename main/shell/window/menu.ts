/** The menu: mostly for its shortcuts. Reload and the developer tools exist in a source checkout only. */
import { Menu, type MenuItemConstructorOptions } from "electron";
import type { Settings } from "../../../contract/channels/shell.ts";
import { shellWords } from "../words.ts";

/** Sets the application menu in the person's language. */
export function setMenu(language: Settings["language"], developer: boolean): void {
  const words = shellWords(language);
  const template: MenuItemConstructorOptions[] = [
    { label: words.file, submenu: [{ role: "quit", label: words.quit }] },
    {
      label: words.edit,
      submenu: [
        { role: "undo", label: words.undo },
        { role: "redo", label: words.redo },
        { type: "separator" },
        { role: "cut", label: words.cut },
        { role: "copy", label: words.copy },
        { role: "paste", label: words.paste },
        { role: "selectAll", label: words.selectAll },
      ],
    },
    {
      label: words.view,
      submenu: [
        { role: "zoomIn", label: words.zoomIn },
        { role: "zoomOut", label: words.zoomOut },
        { role: "resetZoom", label: words.resetZoom },
        { type: "separator" },
        { role: "togglefullscreen", label: words.fullScreen },
        { role: "minimize", label: words.minimize },
      ],
    },
  ];
  if (developer) {
    template.push({ label: words.developer, submenu: [{ role: "reload" }, { role: "toggleDevTools" }] });
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
