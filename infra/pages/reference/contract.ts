import document from "../../../shared/contract/generated/openapi.json" with { type: "json" };

export type Schema = {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};

type Content = Record<string, { schema?: Schema; example?: unknown; examples?: Record<string, unknown> }>;
export type Response = { description: string; content?: Content };

type ListedOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: object[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content } | { $ref: string };
  responses: Record<string, Response | { $ref: string }>;
};

type Contract = {
  info: { title: string; summary: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ListedOperation>>;
  webhooks: Record<string, { post: ListedOperation }>;
};

const contract = document as unknown as Contract;

export const INFO = contract.info;

export type ReferenceOperation = {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  isForMerchants: boolean;
  parameters: Parameter[];
  body: Schema | undefined;
  bodyExample: unknown;
  responses: [string, Response][];
};

export function resolve<T extends object>(value: T | { $ref: string }): T {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as T;
  const steps = value.$ref.slice(2).split("/");
  return resolve(steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as T);
}

function toOperation(method: string, path: string, listed: ListedOperation): ReferenceOperation {
  const body = listed.requestBody && resolve(listed.requestBody).content["application/json"];
  return {
    id: listed.operationId,
    tag: listed.tags[0] ?? "",
    method: method.toUpperCase(),
    path,
    summary: listed.summary,
    description: listed.description,
    isForMerchants: listed.security === undefined,
    parameters: (listed.parameters ?? []).map((parameter) => resolve(parameter)),
    body: body?.schema,
    bodyExample: body?.example,
    responses: Object.entries(listed.responses).map(([status, response]) => [status, resolve(response)]),
  };
}

export const ENDPOINTS: readonly ReferenceOperation[] = Object.entries(contract.paths).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, listed]) => toOperation(method, path, listed)),
);

export const CALLBACKS: readonly ReferenceOperation[] = Object.entries(contract.webhooks).map(
  ([type, { post }]) => toOperation("post", type, post),
);

export const TAGS = contract.tags;
