import { z } from "zod";
import { NotRehearsable } from "../policies/not-rehearsable.ts";

/* API Gateway ignores much of what it does not know; here each unknown key fails the start. */

const Integration = z.strictObject({
  type: z.literal("aws_proxy"),
  httpMethod: z.literal("POST"),
  payloadFormatVersion: z.literal("2.0"),
  uri: z.templateLiteral([
    "arn:aws:apigateway:",
    z.string(),
    ":lambda:path/2015-03-31/functions/",
    z.string(),
    "/invocations",
  ]),
});

const Parameter = z.strictObject({
  name: z.string(),
  in: z.literal("path"),
  required: z.literal(true),
  schema: z.strictObject({ type: z.literal("string") }),
});

const Operation = z.strictObject({
  parameters: z.array(Parameter),
  responses: z.strictObject({ default: z.strictObject({ description: z.string() }) }),
  "x-amazon-apigateway-integration": Integration,
});

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"] as const;

const DefaultRoute = z.strictObject({
  "x-amazon-apigateway-any-method": Operation.extend({ isDefaultRoute: z.literal(true) }),
});

const Body = z.strictObject({
  openapi: z.templateLiteral(["3.0.", z.number()]),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.unknown()).optional(),
  tags: z.array(z.strictObject({ name: z.string(), "x-amazon-apigateway-tag-value": z.string() })),
  paths: z.object({ "/$default": DefaultRoute }).catchall(z.partialRecord(z.enum(METHODS), Operation)),
});

export function importedRoutes(body: object): { key: string; functionArn: string }[] {
  const read = Body.safeParse(body);
  if (!read.success) throw new NotRehearsable(`The API's body: ${z.prettifyError(read.error)}`);
  const { "/$default": fallback, ...paths } = read.data.paths;
  return [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) =>
        routeAt(`${method.toUpperCase()} ${path}`, path, operation),
      ),
    ),
    routeAt("$default", "", fallback["x-amazon-apigateway-any-method"]),
  ];
}

function routeAt(key: string, path: string, operation: z.infer<typeof Operation>) {
  const { parameters, "x-amazon-apigateway-integration": integration } = operation;
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  if (parameters.map(({ name }) => name).join() !== names.join())
    throw new NotRehearsable(`The route ${key} does not declare the parameters of its path.`);
  const [, functionArn = ""] = /\/functions\/(.+)\/invocations$/.exec(integration.uri) ?? [];
  return { key, functionArn };
}
