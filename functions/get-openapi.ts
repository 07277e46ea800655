import openapi from "../shared/contract/generated/openapi.json" with { type: "json" };
import { getOpenapi as operation } from "../shared/contract/reference.ts";
import { publicEndpoint } from "../shared/lambda/public-endpoint.ts";

/** The contract itself needs no key: it is how one learns that a key is needed. */
export const handler = publicEndpoint(operation, () => openapi, {
  // For tools that run in a browser. No other answer has such a header: what is here is public.
  headers: { "Access-Control-Allow-Origin": "*" },
});
