/** Makes sure that every letter of the page has its font before anything is measured or printed. */

const WEIGHTS = [400, 600] as const;
const FAMILIES = ["Inter Variable", "IBM Plex Sans Arabic"] as const;

/** Loads what the text needs of the bundled fonts; throws where a font's file can't be read. */
export async function loadFonts(text: string): Promise<void> {
  // The plain letters stand for each font, so that one that is missing is noticed whatever the text holds.
  const letters = [...new Set(`Aa0 اب${text}`)].join("");
  const wanted = WEIGHTS.flatMap((weight) => FAMILIES.map((family) => `${weight} 12px "${family}"`));
  for (const font of wanted) {
    const faces = await document.fonts.load(font, letters);
    if (faces.length === 0 || faces.some((face) => face.status !== "loaded"))
      throw new Error(`the font ${font} could not be loaded`);
  }
  await document.fonts.ready;
}
