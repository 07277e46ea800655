import openapi from "../shared/contract/openapi.json" with { type: "json" };
import { publicEndpoint } from "../shared/lambda/public-endpoint.ts";

const body = JSON.stringify(openapi);

/** The contract itself needs no key: it is how one learns that a key is needed. */
export const handler = publicEndpoint("get-openapi", () => ({ status: 200, body }));
