import { describe, expect, it } from "vitest";
import { afterTyping, beforeTyping, turnOf } from "../../../../renderer/screens/purchase-return/form-keys.ts";

describe("whose turn an undo is", () => {
  const typed = afterTyping(beforeTyping(null, "12"), "125", "insertText");

  it("is the field's while its typing can be taken back", () => {
    expect(turnOf("undo", typed, "125")).toBe("field");
    expect(turnOf("undo", afterTyping(typed, "12", "historyUndo"), "12")).toBe("draft");
  });

  it("is the return's where nothing was typed, or where the program wrote since", () => {
    expect(turnOf("undo", null, "12")).toBe("draft");
    expect(turnOf("undo", typed, "7")).toBe("draft");
    expect(beforeTyping(typed, "7").baseline).toBe("7");
  });

  it("gives each of two undos of the field its redo", () => {
    const once = afterTyping(afterTyping(typed, "1256", "insertText"), "125", "historyUndo");
    const twice = afterTyping(once, "12", "historyUndo");
    const redone = afterTyping(twice, "125", "historyRedo");
    expect(turnOf("redo", redone, "125")).toBe("field");
    expect(turnOf("redo", afterTyping(redone, "1256", "historyRedo"), "1256")).toBe("draft");
  });

  it("gives the field's own redo back first, until something else is typed", () => {
    const undone = afterTyping(typed, "12", "historyUndo");
    expect(turnOf("redo", undone, "12")).toBe("field");
    expect(turnOf("redo", afterTyping(undone, "13", "insertText"), "13")).toBe("draft");
  });
});
