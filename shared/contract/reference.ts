import * as z from "zod/mini";
import { described, named } from "./described.ts";
import type { Operation, Tag } from "./operation.ts";
import { ProblemType, problemCode } from "./problem.ts";

const TAG: Tag = {
  name: "Reference",
  description: "The API's contract and its problem types. No key is needed.",
};

const OpenapiDocument = named(
  "OpenapiDocument",
  "An OpenAPI 3.1 document.",
  z.looseObject({ openapi: described("The version of OpenAPI.", z.string()) }),
);

export const getOpenapi = {
  name: "get-openapi",
  method: "GET",
  path: "/v1/openapi.json",
  tag: TAG,
  caller: "anyone",
  summary: "Retrieve this document",
  description: "The contract that this service was built from. Generate your client from it.",
  answers: {
    200: { description: "The contract.", schema: OpenapiDocument, example: { openapi: "3.1.0" } },
  },
  failures: ["internal_error"],
} as const satisfies Operation;

export const getOpenapi30 = {
  name: "get-openapi-3-0",
  method: "GET",
  path: "/v1/openapi-3.0.json",
  tag: TAG,
  caller: "anyone",
  summary: "Retrieve this document in OpenAPI 3.0",
  description:
    "For generators that do not know OpenAPI 3.1. It has the same operations, without the webhooks.",
  answers: {
    200: { description: "The contract.", schema: OpenapiDocument, example: { openapi: "3.0.3" } },
  },
  failures: ["internal_error"],
} as const satisfies Operation;

const exampleType = {
  code: "in_progress",
  type: "https://api.example.com/problems/in_progress",
  title: "In progress",
  status: 409,
  meaning: "The first request with this Idempotency-Key is still running.",
  advice: "Wait for Retry-After, then send the same request again. You get the response to the first one.",
  retryable: true,
} as const;

export const listProblems = {
  name: "list-problems",
  method: "GET",
  path: "/problems",
  tag: TAG,
  caller: "anyone",
  summary: "List problem types",
  description: "Every type of problem that this service returns, by status.",
  answers: {
    200: {
      description:
        "Every problem type, explained; an HTML page if Accept names text/html and not application/json.",
      schema: z.array(ProblemType),
      html: "also",
      example: [exampleType],
    },
  },
  failures: ["internal_error"],
} as const satisfies Operation;

export const getProblem = {
  name: "get-problem",
  method: "GET",
  path: "/problems/{code}",
  pathParameters: {
    code: described("A problem's code.", problemCode),
  },
  tag: TAG,
  caller: "anyone",
  summary: "Retrieve a problem type",
  description:
    "The type of every problem document is this URL. It says what happened, what to do, and whether to retry.",
  answers: {
    200: {
      description:
        "The problem type, explained; an HTML page if Accept names text/html and not application/json.",
      schema: ProblemType,
      html: "also",
      example: exampleType,
    },
  },
  failures: ["not_found", "internal_error"],
} as const satisfies Operation;

export const getDocs = {
  name: "get-docs",
  method: "GET",
  path: "/v1/docs",
  tag: TAG,
  caller: "anyone",
  summary: "Read the reference",
  description: "This contract and the guides as a page to read. It works offline once it is loaded.",
  answers: {
    200: { description: "The page.", schema: z.string(), html: "only", example: "<!doctype html>…" },
  },
  failures: ["internal_error"],
} as const satisfies Operation;
