import { callOutside } from "../world/outside.ts";
import { partsOf } from "../world/parts.ts";
import { requireRight } from "../world/rights.ts";

/** Takes the place of @aws-sdk/client-secrets-manager. */

export class GetSecretValueCommand {
  readonly input: { SecretId: string };
  constructor(input: { SecretId: string }) {
    this.input = input;
  }
}

/** An operator's command writes one; no function of the simulation does. */
export class PutSecretValueCommand {
  constructor() {
    throw new Error("Nothing in the simulation writes a secret.");
  }
}

export class SecretsManagerClient {
  send({ input }: GetSecretValueCommand): Promise<{ SecretString: string | undefined }> {
    return callOutside({
      to: "secrets",
      what: () => `secret ${input.SecretId}`,
      apply: () => {
        // Secrets are called by their names here.
        requireRight(`GetSecretValue ${input.SecretId}`);
        return { SecretString: partsOf().secrets.get(input.SecretId) };
      },
      latencyMs: [5, 40],
      timeoutMs: 2_000,
      lost: () => new Error("TimeoutError"),
    });
  }
}
