import * as z from "zod/mini";
import type { Operation, Tag } from "./operation.ts";

const TAG: Tag = { name: "Reference", description: "The contract itself. It needs no key." };

/** OpenAPI 3.1; its own specification describes the rest. */
export const OpenapiDocument = z.looseObject({ openapi: z.string() });

export const getOpenapi = {
  name: "get-openapi",
  method: "GET",
  path: "/v1/openapi.json",
  tag: TAG,
  caller: "anyone",
  summary: "Retrieve this document",
  answers: { 200: { name: "OpenapiDocument", description: "The contract.", schema: OpenapiDocument } },
  failures: ["method_not_allowed", "internal_error"],
} as const satisfies Operation;
