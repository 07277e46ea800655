import { expect } from "vitest";
import { CALLBACKS } from "../../shared/contract/callbacks.ts";
import openapi from "../../shared/contract/generated/openapi.json" with { type: "json" };
import type { ReceivedCallback } from "./callback-receiver.ts";

type Header = { name: string; required: boolean; schema: { type: string; pattern?: string } };

/** A callback as the OpenAPI document's webhooks describe it: its body, and each of its headers. */
export function expectAsDocumented({ type, headers, rawBody }: ReceivedCallback): void {
  const documented = (openapi.webhooks as Record<string, { post: { parameters: Header[] } }>)[type];
  const schema = CALLBACKS.find((callback) => callback.type === type)?.schema;
  expect(documented && schema, type).toBeDefined();
  expect(schema?.safeParse(JSON.parse(rawBody.toString())).error, type).toBeUndefined();
  for (const { name, required, schema } of documented?.post.parameters ?? []) {
    const value = headers[name.toLowerCase()];
    if (required) expect(value, `${type}: ${name}`).toBeDefined();
    if (value !== undefined && schema.pattern) expect(value, name).toMatch(new RegExp(schema.pattern));
  }
  const known = documented?.post.parameters.map(({ name }) => name.toLowerCase()) ?? [];
  const ours = Object.keys(headers).filter((name) => /^(svc|webhook)-/.test(name));
  expect(ours.filter((name) => !known.includes(name))).toEqual([]);
}
