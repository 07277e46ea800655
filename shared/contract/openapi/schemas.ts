import * as z from "zod/mini";
import { liftEnumerations } from "./enumerations.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Turns schemas into JSON Schema, and collects those that have a name, which the others refer to. */
export class Schemas {
  readonly named: Record<string, JsonSchema> = {};

  /** What we answer. We send exactly these fields, and promise only that they stay: answers may grow. */
  ofAnswer(schema: z.ZodMiniType): JsonSchema {
    return this.toJson(schema, (json) => {
      if (json.additionalProperties === false) delete json.additionalProperties;
      // "Any whole number" is no promise of ours.
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
    });
  }

  /** What we take: a field that is not listed is rejected. */
  ofRequest(schema: z.ZodMiniType): JsonSchema {
    return this.toJson(schema, () => {});
  }

  /** As it goes over the wire: before defaults are filled in and texts become numbers. */
  private toJson(schema: z.ZodMiniType, adjust: (json: JsonSchema) => void): JsonSchema {
    const {
      $schema,
      $defs = {},
      ...own
    } = toComponents(
      z.toJSONSchema(schema, {
        io: "input",
        override: ({ zodSchema, jsonSchema }) => {
          tidy(zodSchema, jsonSchema);
          adjust(jsonSchema);
        },
      }),
    );
    for (const [name, { id, ...definition }] of Object.entries($defs))
      this.named[name] = liftEnumerations(definition, this.named, true);
    return liftEnumerations(own, this.named);
  }
}

const toComponents = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** Java reads an integer without a format as one of 32 bits, which is too small for versions and totals. */
const MAX_INT32 = 2 ** 31 - 1;

const FORMATS = ["date-time", "date", "email"];

function tidy(schema: z.core.$ZodType, json: JsonSchema): void {
  // A format says it all, and shorter than the expression that checks it.
  if (FORMATS.includes(json.format ?? "") || json.type === "integer") delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if ([json.type].flat().includes("integer"))
    json.format = Number(json.maximum) <= MAX_INT32 ? "int32" : "int64";
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // Left out by zod where the value is transformed on its way in; the caller wants to know it all the same.
  if (def.type === "default") json.default = def.defaultValue;
  if (isDiscriminated(def)) json.discriminator = discriminatorOf(def);
}

const isDiscriminated = (def: z.core.$ZodTypeDef): def is z.core.$ZodDiscriminatedUnionDef =>
  def.type === "union" && "discriminator" in def;

/** Without it a generated client tries every kind, and some of them take more than one. */
function discriminatorOf({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef) {
  const mapping = options.flatMap((option) =>
    [...(option._zod.propValues?.[discriminator] ?? [])].map((value) => [
      value,
      `#/components/schemas/${z.globalRegistry.get(option)?.id}`,
    ]),
  );
  return { propertyName: discriminator, mapping: Object.fromEntries(mapping) };
}
