import * as z from "zod/mini";

/**
 * A schema with a sentence for the OpenAPI document. It checks what it checked before. One that has a sentence already is
 * used in several places: then this place gets a copy. A fresh one is not copied, because copies cost every cold start.
 */
export function described<T extends z.ZodMiniType>(description: string, schema: T): T {
  if (z.globalRegistry.has(schema)) return schema.check(z.describe(description));
  z.globalRegistry.add(schema, { description });
  return schema;
}

/** A schema that the OpenAPI document lists by name, so that generated clients have a type of that name. */
export function named<T extends z.ZodMiniType>(id: string, description: string, schema: T): T {
  const own = described(description, schema);
  // Registered and not checked: a check would hand the name on to every copy that gets another description.
  z.globalRegistry.add(own, { id, description });
  return own;
}

/** For the names of schemas that are made from those of events, failures or operations. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[-._])(\w)/g, (_, letter: string) => letter.toUpperCase());
