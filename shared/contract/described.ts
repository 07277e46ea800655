import * as z from "zod/mini";

/** A schema with a sentence for the OpenAPI document. It checks what it checked before. */
export const described = <T extends z.ZodMiniType>(description: string, schema: T): T =>
  schema.check(z.describe(description));

/** A schema that the OpenAPI document lists by name, so that generated clients have a type of that name. */
export function named<T extends z.ZodMiniType>(id: string, description: string, schema: T): T {
  const copy = described(description, schema);
  // Registered and not checked: a check would hand the name on to every copy that gets another description.
  z.globalRegistry.add(copy, { id, description });
  return copy;
}
