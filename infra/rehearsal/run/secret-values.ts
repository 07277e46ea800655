import { secretValues } from "../../local/environment.ts";
import type { LocalSecrets } from "../../local/state.ts";
import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { SecretSpec } from "../template/house.ts";

/** The templates' secrets, with the values that the local stack gives to those of the same name. */
export function secretsOf(specs: readonly SecretSpec[], secrets: LocalSecrets) {
  const values = new Map(
    Object.entries(secretValues(secrets)).map(([id, value]) => [id.split("/").at(-1), value]),
  );
  const known = specs.map(({ name, arn }) => {
    const value = values.get(name.split("/").at(-1));
    if (value === undefined) throw new NotRehearsable(`The local stack has no value for the secret ${name}.`);
    return { name, arn, value };
  });
  return (id: string) => known.find(({ name, arn }) => name === id || arn === id);
}
