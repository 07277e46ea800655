/** For browsers: types are not guessed, addresses not passed on, answers not embedded elsewhere nor fetched in clear. */
export const BROWSER_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Strict-Transport-Security": "max-age=31536000",
};
