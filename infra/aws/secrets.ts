import { Validations } from "aws-cdk-lib";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { Secret, type SecretStringGenerator } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { keysOf } from "../../shared/domain/values.ts";
import type { SecretName } from "../../shared/runtime/secrets.ts";
import type { Environment } from "./environments.ts";
import { secretNameOf } from "./names.ts";
import { removalPolicy } from "./removal.ts";

/**
 * A secret that its issuer makes. It starts with its fields empty, beside a generated one that CloudFormation insists
 * on and no function reads; the operator fills it in after the first deploy:
 *   aws secretsmanager put-secret-value --secret-id payments/<env>/<name> --secret-string file://<name>.json
 */
const filledIn = (fields: object): SecretStringGenerator => ({
  secretStringTemplate: JSON.stringify(fields),
  generateStringKey: "placeholder",
});

/** Do not change a line once it is deployed: CloudFormation would generate anew, over the value in use. */
const FIRST_VALUES: Record<SecretName, SecretStringGenerator> = {
  processor: filledIn({ secretKey: "", publishableKey: "" }),
  webhook: filledIn({ secrets: [] }),
  // Ours alone, so AWS makes it up and no person ever sees it.
  "callback-key": { passwordLength: 64, excludePunctuation: true },
};

export function addSecrets(scope: Construct, environment: Environment, encryptionKey: IKey): void {
  for (const name of keysOf(FIRST_VALUES)) {
    const secret = new Secret(scope, `${name}-secret`, {
      secretName: secretNameOf(environment, name),
      encryptionKey,
      generateSecretString: FIRST_VALUES[name],
      removalPolicy: removalPolicy(environment),
    });
    Validations.of(secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason:
        "Issuers roll their keys in a dashboard, and functions notice within minutes; what the callback key has " +
        "sealed would have to be sealed anew.",
    });
  }
}
