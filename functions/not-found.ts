import routes from "../shared/contract/generated/routes.json" with { type: "json" };
import { matchingMethods } from "../shared/contract/routes.ts";
import { Failure } from "../shared/domain/failure.ts";
import { unrouted } from "../shared/lambda/public-endpoint.ts";

/** Whatever no route matches. It knows all routes, to tell a wrong method from a wrong path. */
export const handler = unrouted("not-found", (event) => {
  const allow = matchingMethods(routes, event.rawPath);
  if (allow.length > 0)
    throw new Failure("method_not_allowed", "This path does not support this method. See the Allow header.", {
      allow,
    });
  throw new Failure("not_found", "There is no endpoint at this path.");
});
