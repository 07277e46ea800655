import { OPERATIONS } from "../shared/contract/operations.ts";
import { matchingMethods, OPENAPI_ROUTE, WEBHOOK_ROUTE } from "../shared/contract/routes.ts";
import { Failure } from "../shared/domain/failure.ts";
import { publicEndpoint } from "../shared/lambda/public-endpoint.ts";

const ROUTES = [...OPERATIONS, OPENAPI_ROUTE, WEBHOOK_ROUTE];

/** Whatever no route matches. It reads the whole table of operations, to tell a wrong method from a wrong path. */
export const handler = publicEndpoint("not-found", (event) => {
  const allow = matchingMethods(ROUTES, event.rawPath);
  if (allow.length > 0)
    throw new Failure("method_not_allowed", "The path does not take this method.", { allow });
  throw new Failure("not_found", "There is nothing at this path.");
});
