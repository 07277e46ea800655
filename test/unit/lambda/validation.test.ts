import { expect, it } from "vitest";
import * as z from "zod/mini";
import { ENDPOINTS } from "../../../infra/topology.ts";
import { Failure } from "../../../shared/domain/failure.ts";
import { validation } from "../../../shared/lambda/validation.ts";

const ITEMS = z.strictObject({ items: z.array(z.strictObject({ "a/b~c": z.number() })) });

/** The errors of a body that does not fit. */
function complaintsAbout(sentBody: unknown, body: z.ZodMiniType = ITEMS) {
  const event = { headers: {}, facts: { sentBody } };
  try {
    validation({ body } as never).before?.({ event } as never);
  } catch (error) {
    if (error instanceof Failure) return error.extras.errors ?? [];
    throw error;
  }
  return [];
}

it("a field that is wrong is named, also by its JSON pointer, with slashes and tildes escaped", () => {
  expect(complaintsAbout({ items: [{ "a/b~c": "x" }] })).toEqual([
    { pointer: "/items/0/a~1b~0c", detail: "items[0].a/b~c must be a number." },
  ]);
});

it.each([
  ["a string", z.string(), 1.5],
  ["a number", z.number(), "x"],
  ["a whole number", z.int(), 1.5],
  ["true or false", z.boolean(), 1.5],
  ["an array", z.array(z.string()), 1.5],
  ["an object", z.strictObject({}), 1.5],
  ["an object", z.record(z.string(), z.string()), 1.5],
  ["of another type", z.bigint(), 1.5],
  ["red", z.enum(["red"]), "blue"],
  ["one of: red, blue", z.enum(["red", "blue"]), "green"],
])("a field that must be %s is not: %#", (words, schema, a) => {
  expect(complaintsAbout({ a }, z.strictObject({ a: schema }))).toEqual([
    { pointer: "/a", detail: `a must be ${words}.` },
  ]);
});

it("ten unknown fields are named, each with its first hundred characters", () => {
  const unknown = Object.fromEntries(Array.from({ length: 11 }, (_, nth) => [`${nth}`.padEnd(101, "x"), 1]));
  const complaints = complaintsAbout({ items: [], ...unknown });
  expect(complaints).toHaveLength(10);
  for (const { pointer, detail } of complaints) {
    expect(pointer).toHaveLength(101);
    expect(detail).toBe(`${pointer.slice(1)} is not a field of this body.`);
  }
});

it("an unknown query parameter is named as one", () => {
  const query = z.strictObject({ limit: z.optional(z.string()) });
  const event = { headers: {}, facts: {}, queryStringParameters: { foo: "1" } };
  const errors = [{ pointer: "/foo", detail: "foo is not a query parameter of this endpoint." }];
  expect(() => validation({ query } as never).before?.({ event } as never)).toThrow(
    expect.objectContaining({ extras: { errors } }),
  );
});

type Def = z.core.$ZodTypes["_zod"]["def"];

/** Makes a body of a value that is put at one place of a schema. */
type Place = (value: unknown) => unknown;

/** Every place of a schema. A kind of schema that this walk does not know fails the test. */
function placesIn(schema: z.core.$ZodType, here: Place = (value) => value): Place[] {
  const def = schema._zod.def as Def;
  const inside = (inner: z.core.$ZodType) => placesIn(inner, here);
  switch (def.type) {
    case "object":
      return [
        here,
        ...Object.entries(def.shape).flatMap(([key, field]) =>
          placesIn(field, (value) => here({ [key]: value })),
        ),
      ];
    case "array":
      return [here, ...placesIn(def.element, (value) => here([value]))];
    case "record":
      return [here, ...placesIn(def.valueType, (value) => here({ name: value }))];
    case "optional":
    case "nullable":
    case "default":
    case "catch":
      return inside(def.innerType);
    case "pipe":
      // What is read from other words first is described by what it becomes.
      return inside(def.in._zod.def.type === "transform" ? def.out : def.in);
    case "string":
    case "number":
    case "boolean":
    case "enum":
      return [here];
    default:
      throw new Error(`The contract has a ${def.type}: give it words in shared/lambda/validation.ts.`);
  }
}

/** Values of every JSON type, beyond every limit. `undefined` leaves a field out. */
const WRONG = [
  ...[undefined, null, true, {}, { unknown: 1 }, [], ["?"], Array(300).fill("card")],
  ...[7.5, 1e300, -1e300, 0, 6_000_000, "", "?", "x".repeat(5000), "\ud83d"],
];

const REQUESTS = ENDPOINTS.flatMap(({ name, body, query }) =>
  [body, query].flatMap((schema) => (schema ? [{ name, schema }] : [])),
);

const OUR_WORDS = /^(The body|[A-Za-z][\w.[\]]*) (must|is required|is not a field|does not apply)\b.*\.$/s;

it.each(REQUESTS)("no error of $name shows the text of the library", ({ schema }) => {
  const bodies = placesIn(schema).flatMap((place) => WRONG.map(place));
  const details = bodies.flatMap((body) => complaintsAbout(body, schema)).map(({ detail }) => detail);
  expect(details.length).toBeGreaterThan(0);
  expect(
    details.filter((detail) => !OUR_WORDS.test(detail) || /expected|received|invalid/i.test(detail)),
  ).toEqual([]);
});
