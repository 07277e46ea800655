import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { BROWSER_HEADERS } from "../../shared/lambda/every-answer.ts";
import { isLoopback } from "../simulator/server/guard-server.ts";
import type { Incoming } from "./payload.ts";

type Result = APIGatewayProxyStructuredResultV2;

/** undefined: not its path. */
export type SideDoor = (incoming: Incoming) => Result | Promise<Result> | undefined;

export type SideDoors = {
  /** For the person at this machine: they show sessions, keys and callbacks. */
  here: SideDoor[];
  /** Also through a tunnel. */
  everywhere: SideDoor[];
};

export function throughSideDoor(
  { here, everywhere }: SideDoors,
  incoming: Incoming,
): Promise<Result> | undefined {
  const doors = isFromHere(incoming.request) ? [...here, ...everywhere] : everywhere;
  for (const door of doors) {
    const result = door(incoming);
    if (result) return Promise.resolve(result).then(withHeaders);
  }
  return undefined;
}

/**
 * A tunnel keeps its own name as the Host, says for whom it asks, or the page that it brought has its name as the
 * Origin. Through a tunnel the service looks as if deployed.
 */
function isFromHere({ headers }: IncomingMessage): boolean {
  const isForwarded = Object.keys(headers).some((name) => /^(x-)?forwarded(-|$)/.test(name));
  const { host, origin } = headers;
  return !isForwarded && isLoopback(host) && (origin === undefined || isLoopback(URL.parse(origin)?.host));
}

const withHeaders = (result: Result): Result => ({
  ...result,
  headers: { ...BROWSER_HEADERS, ...result.headers },
});
