import { expect } from "vitest";
import { ENDPOINTS } from "../../infra/topology.ts";
import { failuresOf } from "../../shared/contract/operation.ts";
import { matchingMethods, pathParameters } from "../../shared/contract/routes.ts";
import { FAILURES } from "../../shared/domain/failure.ts";
import type { Reply } from "./api.ts";

/** Whatever a test asks for, the answer must be one that the operation's contract lists: a status, or a problem's title. */
export function expectDocumented(method: string, url: string, { status, json }: Reply): void {
  const path = url.split("?")[0] ?? "";
  // A wrong method or an unknown path has no operation.
  if (!matchingMethods(ENDPOINTS, path).includes(method)) return;
  const candidates = ENDPOINTS.filter((operation) => operation.method === method);
  const operation =
    candidates.find((candidate) => candidate.path === path) ??
    candidates.find((candidate) => pathParameters(candidate.path, path));
  if (!operation) return;
  const listed = [
    ...Object.keys(operation.answers).map((answer) => `${answer}`),
    ...failuresOf(operation).map((code) => `${FAILURES[code].status} ${FAILURES[code].title}`),
  ];
  const given = status < 400 ? `${status}` : `${status} ${json.title}`;
  // Said by the gateway in its own words, which the document lists for every operation.
  if (status >= 400 && json.title === undefined) return;
  expect(listed, `${operation.name} answered "${given}", which its contract does not list`).toContain(given);
}
