import { expect, it } from "vitest";
import * as z from "zod/mini";
import { Failure } from "../../../shared/domain/failure.ts";
import { validation } from "../../../shared/lambda/validation.ts";

const operation = { body: z.strictObject({ items: z.array(z.strictObject({ "a/b~c": z.number() })) }) };

/** What is said of a body that does not fit. */
function complaintsAbout(sentBody: unknown) {
  const event = { headers: {}, facts: { sentBody } };
  try {
    validation(operation as never).before?.({ event } as never);
  } catch (error) {
    if (error instanceof Failure) return error.extras.errors ?? [];
    throw error;
  }
  return [];
}

it("a field that is wrong is named by its JSON pointer, with slashes and tildes escaped", () => {
  expect(complaintsAbout({ items: [{ "a/b~c": "x" }] })).toEqual([
    { pointer: "/items/0/a~1b~0c", detail: expect.stringMatching(/number/) },
  ]);
});

it("ten of the fields that nobody knows are named, each with its first hundred characters", () => {
  const unknown = Object.fromEntries(Array.from({ length: 11 }, (_, nth) => [`${nth}`.padEnd(101, "x"), 1]));
  const complaints = complaintsAbout({ items: [], ...unknown });
  expect(complaints).toHaveLength(10);
  expect(
    complaints.every(({ pointer, detail }) => pointer.length === 101 && detail === "Unknown field."),
  ).toBe(true);
});
