import { correlation } from "./correlation.ts";
import { type HttpMiddleware, type HttpRequest, setHeader } from "./http.ts";
import { problems } from "./problem.ts";

/** For browsers: types are not guessed, addresses not passed on, answers not embedded elsewhere nor fetched in clear. */
export const BROWSER_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Strict-Transport-Security": "max-age=31536000",
};

function browserHeaders(): HttpMiddleware {
  const set = (request: HttpRequest) => {
    for (const [name, value] of Object.entries(BROWSER_HEADERS)) setHeader(request, name, value);
  };
  return { after: set, onError: set };
}

export const everyAnswer = (operation: string): HttpMiddleware[] => [
  browserHeaders(),
  correlation(operation),
  problems(),
];
