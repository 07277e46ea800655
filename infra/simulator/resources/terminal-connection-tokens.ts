import { noSuchReference } from "../http/api-error.ts";
import { text } from "../http/params.ts";
import { type Route, route } from "./define-route.ts";

export const TERMINAL_CONNECTION_TOKEN_ROUTES: Route[] = [
  route(
    "POST /v1/terminal/connection_tokens",
    "Terminal.ConnectionTokenCreateParams",
    { location: text },
    (call, { location }) => {
      if (location !== undefined && !call.find("terminal.location", location))
        throw noSuchReference("location", location, "location");
      const restriction = location === undefined ? {} : { location };
      return { object: "terminal.connection_token", ...restriction, secret: call.newId("pst_test") };
    },
  ),
];
