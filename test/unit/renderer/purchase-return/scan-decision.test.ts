import { describe, expect, it } from "vitest";
import {
  choicesOf,
  codesMeant,
  enterMeans,
  looksLikeCode,
} from "../../../../renderer/screens/purchase-return/finder/scan-decision.ts";

const enter = { typed: "", listedFor: null, listed: 0, marked: 0, movedByHand: false, again: false };

describe("Enter in the field for scanning", () => {
  it("looks codes up at once, however slow the list is", () => {
    expect(enterMeans({ ...enter, typed: "2900000104204", listedFor: "2900", listed: 9 })).toEqual({
      means: "lookUp",
      text: "2900000104204",
    });
  });

  it("takes the marked row only of a list that answers what is typed", () => {
    expect(enterMeans({ ...enter, typed: "rice", listedFor: "rice", listed: 2 })).toEqual({
      means: "take",
      index: 0,
    });
    const shown = { ...enter, typed: "rice", listedFor: "rice", listed: 2 };
    expect(enterMeans({ ...shown, marked: -1 })).toEqual({ means: "take", index: 0 });
    expect(enterMeans({ ...shown, marked: 1 })).toEqual({ means: "take", index: 1 });
    expect(enterMeans({ ...enter, typed: "rice", listedFor: "ri", listed: 2 })).toEqual({
      means: "search",
      text: "rice",
    });
  });

  it("takes no product for a part of a short number, which may be a quantity, before its list was shown", () => {
    const shown = { ...enter, typed: "12", listedFor: "12", listed: 4 };
    expect(enterMeans(shown)).toEqual({ means: "lookUp", text: "12" });
    expect(enterMeans({ ...shown, typed: "١٢", listedFor: "١٢" })).toEqual({ means: "lookUp", text: "١٢" });
    expect(enterMeans({ ...shown, again: true })).toEqual({ means: "take", index: 0 });
    expect(enterMeans({ ...shown, marked: 2, movedByHand: true })).toEqual({ means: "take", index: 2 });
  });

  it("takes no row beyond the list, though one was marked by hand", () => {
    const beyond = { ...enter, typed: "rice", listedFor: "rice", listed: 1, marked: 1, movedByHand: true };
    expect(enterMeans(beyond)).toEqual({ means: "take", index: 0 });
    expect(enterMeans({ ...beyond, listed: 0 })).toEqual({ means: "search", text: "rice" });
    expect(enterMeans({ ...beyond, typed: "1042" })).toEqual({ means: "lookUp", text: "1042" });
  });

  it("takes what was chosen by hand, even under a code", () => {
    const chosen = { ...enter, typed: "1042", listedFor: "1042", listed: 2, marked: 1, movedByHand: true };
    expect(enterMeans(chosen)).toEqual({ means: "take", index: 1 });
  });

  it("does nothing with nothing", () =>
    expect(enterMeans({ ...enter, typed: " " })).toEqual({ means: "nothing" }));

  it("knows a code by its digits", () => {
    expect(["2900000104204", "ABC-1234", "٢٩٠٠٠٠٠١٠٤٢٠٤"].map(looksLikeCode)).toEqual([true, true, true]);
    expect(["rice", "rice 5 kg", "12"].map(looksLikeCode)).toEqual([false, false, false]);
  });

  it("offers the typed id itself where no product has it", () => {
    expect(choicesOf([], "77")).toEqual([{ kind: "freeId", productId: "77" }]);
    expect(choicesOf([], "rice")).toEqual([]);
  });

  it("asks for the whole field before its scanned end, which may be another product's code", () => {
    expect(codesMeant("2900000104204", ["00104204"])).toEqual(["2900000104204", "00104204"]);
    expect(codesMeant("62", ["2900000104204"])).toEqual(["2900000104204"]);
    expect(codesMeant("rice 00104204", ["00104204"])).toEqual(["00104204"]);
    expect(codesMeant("00104204", ["00104204"])).toEqual(["00104204"]);
    expect(codesMeant("0110A17", ["0110A\u001d17"])).toEqual(["0110A\u001d17"]);
    expect(codesMeant("0110A17", ["10A\u001d17", "x"])).toEqual(["0110A\u001d17", "10A\u001d17", "x"]);
  });
});
