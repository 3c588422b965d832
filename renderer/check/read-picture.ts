/** Reads a QR code from a picture or the camera: by the browser where it can, else by the library. */
import { decodeQR } from "qr/decode.js";

interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const isDetector = (value: unknown): value is DetectorClass => typeof value === "function";

/** The browser's own; null where it has none. */
function browserDetector(): Detector | null {
  const found: unknown = Reflect.get(globalThis, "BarcodeDetector");
  if (!isDetector(found)) return null;
  try {
    return new found({ formats: ["qr_code"] });
  } catch {
    // One that can't read QR codes.
    return null;
  }
}

/** A side of more says nothing more, and costs seconds on an old phone. */
const MOST_PIXELS = 1_600;

function pixelsOf(source: CanvasImageSource, width: number, height: number): ImageData | null {
  const scale = Math.min(1, MOST_PIXELS / Math.max(width, height, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  if (drawing === null || canvas.width === 0 || canvas.height === 0) return null;
  drawing.drawImage(source, 0, 0, canvas.width, canvas.height);
  return drawing.getImageData(0, 0, canvas.width, canvas.height);
}

async function textIn(
  source: CanvasImageSource,
  width: number,
  height: number,
  detector: Detector | null,
): Promise<string | null> {
  if (detector !== null) {
    const [found] = await detector.detect(source).catch(() => []);
    if (found !== undefined) return found.rawValue;
  }
  const pixels = pixelsOf(source, width, height);
  if (pixels === null) return null;
  try {
    return decodeQR(pixels);
  } catch {
    // No code in this picture.
    return null;
  }
}

/** The text of the code in a picture; null where there is none. Throws where the file is no picture. */
export async function readPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file);
  return textIn(picture, picture.width, picture.height, browserDetector());
}

/** Reads from the camera until a code is found or `signal` aborts. Throws where there is no camera, or it is refused. */
export async function readCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  found: (text: string) => void,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1_280 } },
  });
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  signal.addEventListener("abort", stop);
  try {
    // The page may be gone by the time that the person allows it.
    if (signal.aborted) throw new Error("the camera is no longer wanted");
    video.srcObject = stream;
    await video.play();
  } catch (error) {
    stop();
    throw error;
  }
  const detector = browserDetector();
  const look = async (): Promise<void> => {
    const text = await textIn(video, video.videoWidth, video.videoHeight, detector);
    if (signal.aborted) return;
    if (text === null) requestAnimationFrame(() => void look());
    else {
      stop();
      found(text);
    }
  };
  void look();
}
