import { ApiError, invalid, missingParam } from "./api-error.ts";
import type { Form, FormValue } from "./form.ts";

export type Reader<T> = (value: FormValue, name: string) => T;
export type Shape = Record<string, Reader<unknown>>;
/** A shape that names no parameter which the SDK's own type does not have: versions drift unnoticed otherwise. */
export type ShapeOf<SdkParams> = { [K in keyof SdkParams]?: Reader<unknown> };
export type Read<S extends Shape> = { [K in keyof S]?: ReturnType<S[K]> | undefined };

/** Reads what the shape names. Names that the processor does not know were rejected before (parameter-names.ts). */
export function readParams<S extends Shape>(shape: S, form: Form, parent = ""): Read<S> {
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(form)) {
    const name = parent === "" ? key : `${parent}[${key}]`;
    const reader = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (reader === undefined) throw invalid(`The parameter ${name} is not simulated.`, { param: name });
    read[key] = reader(value, name);
  }
  return read as Read<S>;
}

export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined || value === "") throw missingParam(name);
  return value;
}

export const text: Reader<string> = (value, name) => {
  if (typeof value !== "string") throw invalid(`Invalid string: ${name}`, { param: name });
  return value;
};

export const integer: Reader<number> = (value, name) => {
  if (typeof value !== "string" || !/^-?\d{1,15}$/.test(value))
    throw invalid(`Invalid integer: ${String(value)}`, { code: "parameter_invalid_integer", param: name });
  return Number(value);
};

export const boolean: Reader<boolean> = (value, name) => {
  if (value !== "true" && value !== "false")
    throw invalid(`Invalid boolean: ${String(value)}`, { param: name });
  return value === "true";
};

export const url: Reader<string> = (value, name) => {
  const address = text(value, name);
  if (!URL.canParse(address)) throw invalid("Not a valid URL", { code: "url_invalid", param: name });
  return address;
};

export function oneOf<const T extends string>(...choices: T[]): Reader<T> {
  return (value, name) => {
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined)
      throw invalid(`Invalid ${name}: must be one of ${choices.join(", ")}`, { param: name });
    return chosen;
  };
}

export function listOf<T>(reader: Reader<T>): Reader<T[]> {
  return (value, name) => {
    if (typeof value === "string") throw invalid(`Invalid array: ${name}`, { param: name });
    return Object.entries(value).map(([index, element]) => reader(element, `${name}[${index}]`));
  };
}

export function object<S extends Shape>(shape: S): Reader<Read<S>> {
  return (value, name) => {
    if (typeof value === "string") throw new ApiError(400, `Invalid object: ${name}`, { param: name });
    return readParams(shape, value, name);
  };
}
