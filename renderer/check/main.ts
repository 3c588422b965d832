/** The page that checks a slip's code: pasted, read by the camera, from a picture, or behind the # of its address. */
import { keyIdOf, readKeyText, type SlipCode } from "../../contract/slip-code.ts";
import { type Child, element, pageHeader } from "../one-file/element.ts";
import { readCamera, readPicture } from "./read-picture.ts";
import { addKey, isBuiltIn, judgeSlip, knownKeys, removeKey, type SlipVerdict } from "./verify.ts";
import { chooseLanguage, spoken, timeWords, wordsNow } from "./words.ts";

/** A value that keeps its own direction. */
const value = (text: string): HTMLElement => element("bdi", { dir: "ltr", className: "value" }, text);

const root = document.getElementById("check");
if (root === null) throw new Error("the page has no #check");
const place: HTMLElement = root;

let shown: SlipVerdict | null = null;
let offeredKey: string | null = null;
let trouble: string | null = null;
/** Ends the camera, also one that the browser still asks about. */
let camera: AbortController | null = null;
let text = "";

function facts(code: SlipCode): HTMLElement {
  const words = wordsNow();
  const rows: [string, Child][] = [
    [words.field.kind, words.kind[code.kind]],
    [words.field.serialNo, value(code.serialNo)],
    [words.field.amount, value(`${code.amount} ${code.currencyId}`)],
    [words.field.state, words.state[code.state]],
    [words.field.printedAt, timeWords(code.printedAt)],
    [words.field.hash, value(code.bodyHash)],
    [words.field.key, value(code.keyId)],
  ];
  const list = element("dl");
  for (const [label, content] of rows) list.append(element("dt", {}, label), element("dd", {}, content));
  return list;
}

function result(verdict: SlipVerdict): HTMLElement {
  const words = wordsNow();
  const box = element("section", { className: `result ${verdict.kind}`, role: "status" });
  box.dataset.verdict = verdict.kind;
  box.append(
    element("h2", {}, words.verdict[verdict.kind].title),
    element("p", {}, words.verdict[verdict.kind].text),
  );
  if (verdict.kind === "noCode") return box;
  if (verdict.code.practice) box.append(element("p", { className: "practice" }, words.practice));
  if (verdict.kind !== "signed") box.append(element("p", {}, words.claims));
  box.append(facts(verdict.code));
  if (verdict.kind === "signed")
    box.append(element("p", {}, words.compare), element("p", { className: "dim" }, words.proves));
  return box;
}

function keyOffer(key: string): HTMLElement {
  const words = wordsNow();
  return element(
    "section",
    { className: "result" },
    element("h2", {}, words.keys.found),
    element("p", {}, value(keyIdOf(key))),
    element("p", {}, words.keys.trust),
    element("button", {
      id: "add-key",
      textContent: words.keys.add,
      onclick: () => {
        addKey(key);
        offeredKey = null;
        void take(text);
      },
    }),
    element("button", {
      textContent: words.keys.leave,
      onclick: () => {
        offeredKey = null;
        draw();
      },
    }),
  );
}

function keyList(): HTMLElement {
  const words = wordsNow();
  const box = element("details", {}, element("summary", {}, words.keys.title));
  const keys = knownKeys();
  if (keys.length === 0) box.append(element("p", {}, words.keys.none));
  for (const key of keys)
    box.append(
      element(
        "p",
        {},
        value(key),
        isBuiltIn(key)
          ? ` ${words.keys.builtIn}`
          : element("button", {
              textContent: words.keys.remove,
              onclick: () => {
                removeKey(key);
                draw();
              },
            }),
      ),
    );
  return box;
}

/** An address is read by what is behind its #, as it is where that is not encoded as in an address. */
function partOf(given: string): string {
  const found = given.trim();
  const part = found.slice(found.indexOf("#") + 1);
  try {
    return found.includes("#") ? decodeURIComponent(part) : found;
  } catch {
    return part;
  }
}

/** How many texts were given: of one before the last nothing is shown any more. */
let taken = 0;

/** A code or a key, wherever it came from. */
async function take(given: string): Promise<void> {
  const part = partOf(given);
  taken += 1;
  const own = taken;
  trouble = null;
  const key = readKeyText(part);
  if (key !== null) {
    offeredKey = knownKeys().includes(key) ? null : key;
    shown = null;
    trouble = offeredKey === null ? wordsNow().keys.known : null;
  } else {
    text = part;
    const verdict = part === "" ? null : await judgeSlip(part, knownKeys());
    if (own !== taken) return;
    shown = verdict;
  }
  draw();
}

async function startCamera(video: HTMLVideoElement): Promise<void> {
  camera?.abort();
  const own = new AbortController();
  camera = own;
  try {
    video.hidden = false;
    await readCamera(video, own.signal, (found) => void take(found));
  } catch {
    // There is none, it was refused, or the page has no secure origin: a picture still works.
    if (own.signal.aborted) return;
    trouble = wordsNow().camera.none;
    draw();
  }
}

async function takePicture(file: Blob | undefined): Promise<void> {
  if (file === undefined) return;
  try {
    const found = await readPicture(file);
    if (found !== null) return await take(found);
    trouble = wordsNow().camera.nothing;
  } catch {
    // No picture that this browser can read.
    trouble = wordsNow().camera.nothing;
  }
  draw();
}

function asks(): HTMLElement {
  const words = wordsNow();
  const typed = element("textarea", { id: "code", rows: 4, dir: "ltr", value: text, spellcheck: false });
  const video = element("video", { hidden: true, muted: true, playsInline: true });
  const picture = element("input", {
    type: "file",
    accept: "image/*",
    id: "picture",
    onchange: () => void takePicture(picture.files?.[0]),
  });
  return element(
    "section",
    {},
    element("label", { htmlFor: "code" }, words.paste),
    typed,
    element(
      "div",
      { className: "buttons" },
      element("button", {
        id: "judge",
        className: "main",
        textContent: words.check,
        onclick: () => void take(typed.value),
      }),
      element("button", { textContent: words.camera.start, onclick: () => void startCamera(video) }),
    ),
    element("label", { htmlFor: "picture" }, words.camera.picture),
    picture,
    video,
  );
}

function draw(): void {
  camera?.abort();
  camera = null;
  const words = wordsNow();
  document.title = words.title;
  place.replaceChildren(
    pageHeader(words, spoken(), (other) => {
      chooseLanguage(other);
      draw();
    }),
    element("p", {}, words.intro),
    ...(trouble === null ? [] : [element("p", { className: "trouble", role: "alert" }, trouble)]),
    ...(offeredKey === null ? [] : [keyOffer(offeredKey)]),
    ...(shown === null ? [] : [result(shown)]),
    asks(),
    keyList(),
    element("footer", { className: "dim" }, words.offline),
  );
}

chooseLanguage(navigator.language.startsWith("ar") ? "ar" : "en");
window.addEventListener("hashchange", () => void take(location.hash));
void take(location.hash);
