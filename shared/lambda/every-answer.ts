import { BROWSER_HEADERS } from "./browser-headers.ts";
import { correlation } from "./correlation.ts";
import { type HttpMiddleware, type HttpRequest, setHeader } from "./http.ts";
import { problems } from "./problem.ts";

function browserHeaders(): HttpMiddleware {
  const set = (request: HttpRequest) => {
    for (const [name, value] of Object.entries(BROWSER_HEADERS)) setHeader(request, name, value);
  };
  return { after: set, onError: set };
}

/** What every answer has, whatever it answers. */
export const everyAnswer = (operation: string): HttpMiddleware[] => [
  browserHeaders(),
  correlation(operation),
  problems(),
];
