import type { Operation } from "../contract/operation.ts";
import { correlation } from "./correlation.ts";
import { generatedKey } from "./generated-key.ts";
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

export const everyAnswer = ({
  name,
  idempotencyKey,
}: Pick<Operation, "name" | "idempotencyKey">): HttpMiddleware[] => [
  browserHeaders(),
  correlation(name),
  ...(idempotencyKey === "generated" ? [generatedKey()] : []),
  problems(),
];
