import { NotRehearsable } from "../policies/not-rehearsable.ts";
import { attributeOf, PSEUDO_PARAMETERS, referenceTo } from "./identities.ts";
import type { Resource } from "./resource.ts";

export type Resolve = (value: unknown, stack: string) => unknown;

export function createResolver(resources: readonly Resource[]): Resolve {
  const known = new Map(resources.map((resource) => [`${resource.stack}/${resource.logicalId}`, resource]));

  const find = (stack: string, logicalId: string): Resource => {
    const resource = known.get(`${stack}/${logicalId}`);
    if (resource) return resource;
    throw new NotRehearsable(`${stack} refers to ${logicalId}, which it does not have.`);
  };

  const resolve: Resolve = (value, stack) => {
    if (Array.isArray(value))
      return value.map((one) => resolve(one, stack)).filter((one) => one !== undefined);
    if (typeof value !== "object" || value === null) return value;
    const [[name, argument] = ["", undefined], ...more] = Object.entries(value);
    if (more.length === 0 && (name === "Ref" || name.startsWith("Fn::"))) return call(name, argument, stack);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one, stack)]));
  };

  const call = (name: string, argument: unknown, stack: string): unknown => {
    const given = argument as unknown[];
    const nested = (resource: Resource) => (property: string) =>
      resolve(resource.properties[property], resource.stack);
    switch (name) {
      case "Ref": {
        const parameter = PSEUDO_PARAMETERS[String(argument)];
        if (parameter) return parameter(stack);
        const resource = find(stack, String(argument));
        return referenceTo(resource, nested(resource));
      }
      case "Fn::GetAtt": {
        const resource = find(stack, String(given[0]));
        return attributeOf(resource, String(given[1]), nested(resource));
      }
      case "Fn::Join":
        return (resolve(given[1], stack) as string[]).join(String(given[0]));
      case "Fn::Select":
        return (resolve(given[1], stack) as string[])[Number(given[0])];
      case "Fn::Split":
        return String(resolve(given[1], stack)).split(String(given[0]));
      case "Fn::Sub":
        return substituted(argument, stack);
      default:
        throw new NotRehearsable(`${stack} uses ${name}, which the rehearsal cannot resolve.`);
    }
  };
  return resolve;
}

/** The short form with the account's own values: our templates use no other. */
function substituted(text: unknown, stack: string): string {
  if (typeof text !== "string") throw new NotRehearsable(`${stack} uses Fn::Sub with variables.`);
  return text.replace(/\$\{([^}]+)\}/g, (_, name: string) => {
    const parameter = PSEUDO_PARAMETERS[name];
    if (!parameter) throw new NotRehearsable(`${stack} uses Fn::Sub with ${name}.`);
    return parameter(stack);
  });
}
