/** Answers the system's file dialog in place of a person: no path from the page counts that didn't come from one. */

/**
 * The app's file dialogs give this path from now on.
 * @param {import("@playwright/test").ElectronApplication} app
 * @param {string | null} path null: the person cancels
 */
export const answerFileDialog = (app, path) =>
  app.evaluate(({ dialog }, chosen) => {
    const canceled = chosen === null;
    dialog.showOpenDialog = async () => ({ canceled, filePaths: canceled ? [] : [chosen] });
    dialog.showSaveDialog = async () => ({ canceled, filePath: chosen ?? "" });
  }, path);
