import { keepSecret, secretValues } from "../../local/environment.ts";
import type { LocalSecrets } from "../../local/state.ts";
import type { KeptSecret } from "../front-door/front-door.ts";
import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { SecretSpec } from "../template/deployed-stack.ts";

const lastPart = (id: string): string => id.split("/").at(-1) ?? "";

/** With the values of the local stack's secrets of the same name. */
export function secretsOf(specs: readonly SecretSpec[], secrets: LocalSecrets, stateDir: string) {
  const values = Object.entries(secretValues(secrets));
  const known = specs.map(({ name, arn }) => {
    const [localId, value] = values.find(([id]) => lastPart(id) === lastPart(name)) ?? [];
    if (localId === undefined || value === undefined)
      throw new NotRehearsable(`The local stack has no value for the secret ${name}.`);
    const secret: KeptSecret & { name: string } = {
      name,
      arn,
      value,
      write: (written) => {
        secret.value = written;
        keepSecret(stateDir, localId, written);
      },
    };
    return secret;
  });
  return (id: string) => known.find(({ name, arn }) => name === id || arn === id);
}
