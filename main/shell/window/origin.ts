/** The one origin that the program's own pages have. */

export const APP_SCHEME = "app";
export const APP_HOST = "counterside";
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/index.html`;

/**
 * Is this address one of the program's own pages?
 *
 * `devServer` is the bundler's own server, in a source checkout only; null everywhere else.
 */
export function isOwnPage(address: string, devServer: string | null): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // A custom scheme has the opaque origin "null", so the parts are compared.
  if (url.protocol === `${APP_SCHEME}:`) return url.host === APP_HOST && !url.username && !url.password;
  return devServer !== null && URL.canParse(devServer) && url.origin === new URL(devServer).origin;
}
