import { invalid } from "./api-error.ts";
import type { Form } from "./form.ts";
import sdkParameters from "./sdk-parameters.json" with { type: "json" };

/** The SDK's types of parameters, by name: what the processor takes in each operation, also where it is not simulated. */
export type ParametersType = keyof typeof sdkParameters;

type Names = { [name: string]: Names | number | string };

/**
 * What is taken although the SDK's types do not have it: browsers send the first, former versions of the API the second,
 * and the address of v2's next page has the third.
 */
const BESIDE_THE_SDK = ["client_secret", "payment_method_types", "page"];

/** Rejects what the processor would not know, however deep: a mistyped parameter must fail here as it would there. */
export function rejectUnknownNames(type: ParametersType, form: Form): void {
  rejectBelow(sdkParameters[type], form, "");
}

function rejectBelow(names: Names, level: Form, parent: string): void {
  for (const [key, value] of Object.entries(level)) {
    const name = parent === "" ? key : `${parent}[${key}]`;
    // Elements of a list are numbered and have their list's names.
    const below = parent !== "" && /^\d+$/.test(key) ? names : ownName(names, key);
    const isKnown = below !== undefined || (parent === "" && BESIDE_THE_SDK.includes(key));
    if (!isKnown)
      throw invalid(`Received unknown parameter: ${name}`, { code: "parameter_unknown", param: name });
    if (typeof value === "object" && typeof below === "object") rejectBelow(below, value, name);
  }
}

const ownName = (names: Names, key: string) => (Object.hasOwn(names, key) ? names[key] : undefined);
