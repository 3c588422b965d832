/** The headers that every file of the page is served with. Pure. */

/**
 * Nothing but the program's own files: no inline script or style, no eval, no network.
 *
 * Mantine's theme variables come as a constructed style sheet (renderer/theme/adopt-variables.ts) and React sets
 * styles through the object model, so neither needs 'unsafe-inline' nor a nonce.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // No text becomes a script or a document: no library here needs a policy of its own.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Features of the web platform that a counter has no use for. */
const SWITCHED_OFF = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
];

/**
 * No Cross-Origin-Opener-Policy: nothing can open this page or be opened by it (`guards.ts`), and with that header
 * Chromium throws the page's process away at every start and makes another (docs/decisions/0021).
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-DNS-Prefetch-Control": "off",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": SWITCHED_OFF.map((feature) => `${feature}=()`).join(", "),
};
