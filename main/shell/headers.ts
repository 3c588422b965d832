/** The headers that every file of the page is served with. Pure. */

/** The content security policy: nothing but the program's own files, no inline script, no eval, no network. */
export function contentSecurityPolicy({ styleNonce }: { styleNonce: string }): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Features of the web platform that a counter has no use for. */
const SWITCHED_OFF = [
  "accelerometer",
  "bluetooth",
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

export function securityHeaders(styleNonce: string): Record<string, string> {
  return {
    "Content-Security-Policy": contentSecurityPolicy({ styleNonce }),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": SWITCHED_OFF.map((feature) => `${feature}=()`).join(", "),
  };
}

/** Puts the nonce where the page's own code finds it; the browser hides it from style sheets and scripts' reach. */
export function withStyleNonce(html: string, styleNonce: string): string {
  return html.replace("<head>", `<head><meta name="style-nonce" nonce="${styleNonce}">`);
}
