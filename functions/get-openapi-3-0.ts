import openapi from "../shared/contract/generated/openapi.json" with { type: "json" };
import { toVersion30 } from "../shared/contract/openapi/version-3-0.ts";
import { getOpenapi30 as operation } from "../shared/contract/reference.ts";
import { publicEndpoint } from "../shared/lambda/public-endpoint.ts";

const document = toVersion30(openapi);

export const handler = publicEndpoint(operation, () => document, {
  headers: { "Access-Control-Allow-Origin": "*" },
});
