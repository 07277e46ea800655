import { type Parameter, resolve, type Schema } from "./contract.ts";
import { inline } from "./markdown.ts";
import { html, type Markup } from "./markup.ts";

/** Deeper fields are in the example. */
const MAX_DEPTH = 3;

export function fieldList(schema: Schema, depth = 0): Markup {
  const { properties = {}, required = [], oneOf } = resolve(schema);
  if (oneOf)
    return html`${oneOf.map((one) => html`<p class="kind">${nameOf(one)}</p>${fieldList(one, depth)}`)}`;
  const names = Object.keys(properties);
  if (names.length === 0) return html``;
  return html`<dl class="fields">${names.map((name) =>
    field({ name, schema: properties[name] ?? {}, isRequired: required.includes(name), depth }),
  )}</dl>`;
}

type Field = {
  name: string;
  schema: Schema;
  isRequired: boolean;
  depth: number;
  description?: string | undefined;
};

function field({ name, schema, isRequired, depth, description }: Field): Markup {
  const whole = resolve(schema);
  const text = description ?? schema.description ?? whole.description ?? "";
  const inner = innerObject(whole);
  return html`<div><dt><code>${name}</code> <span class="type">${typeText(schema)}</span>${
    isRequired && html` <span class="required">required</span>`
  }</dt><dd>${text !== "" && html`<p>${inline(text)}</p>`}${limits({ ...whole, ...schema })}${
    inner && depth < MAX_DEPTH && fieldList(inner, depth + 1)
  }</dd></div>`;
}

export const parameterList = (parameters: readonly Parameter[]): Markup =>
  html`<dl class="fields">${parameters.map(({ name, schema, required = false, description }) =>
    field({ name, schema, isRequired: required, depth: MAX_DEPTH, description }),
  )}</dl>`;

function innerObject(schema: Schema): Schema | undefined {
  const { properties, oneOf, items, anyOf } = resolve(schema);
  if (properties || oneOf) return schema;
  if (items) return innerObject(items);
  return anyOf?.map(innerObject).find((inner) => inner !== undefined);
}

const nameOf = ({ $ref = "", title = "" }: Schema): string => $ref.split("/").at(-1) || title;

function typeText(schema: Schema): string {
  const { type, items, anyOf, oneOf, const: constant, format } = resolve(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (anyOf) return anyOf.map(typeText).join(" or ");
  if (oneOf) return nameOf(schema) || "object";
  if (Array.isArray(type)) return type.join(" or ");
  if (type === "array") return `list of ${items ? typeText(items) : "anything"}`;
  if (type === "object" && schema.$ref) return nameOf(schema);
  if (format === "date-time") return "time";
  return type ?? "anything";
}

/** A pattern is shown only if nothing else says it. */
function limits(schema: Schema): Markup | undefined {
  const { anyOf, enum: values, default: otherwise, minimum, maximum, maxLength, items } = schema;
  const choices = values ?? (items && resolve(items).enum);
  const inner = anyOf?.map((one) => resolve(one)).find(({ type }) => type !== "null");
  const said = [
    choices &&
      html`One of ${choices.map((value, index) => html`${index > 0 && ", "}<code>${String(value)}</code>`)}.`,
    (minimum !== undefined || maximum !== undefined) && html`${rangeText(minimum, maximum)}`,
    maxLength !== undefined && html`At most ${maxLength} characters.`,
    otherwise !== undefined &&
      html`Default: <code>${typeof otherwise === "string" ? otherwise : JSON.stringify(otherwise)}</code>.`,
  ].filter((part) => part !== undefined && part !== false);
  if (said.length === 0) return inner && limits(inner);
  return html`<p class="limits">${said.map((part) => html`${part} `)}</p>`;
}

function rangeText(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return `At most ${maximum}.`;
  return maximum === undefined ? `At least ${minimum}.` : `From ${minimum} to ${maximum}.`;
}
