import { fileURLToPath } from "node:url";
import { unusedStripeResources } from "./stripe-resources.ts";

/** What is left out together: a file in node_modules → the module that takes its place. */
type Cut = Readonly<Record<string, string>>;

export type Cuts = Readonly<Record<string, Cut>>;

const pathOf = (standIn: string): string =>
  JSON.stringify(fileURLToPath(new URL(`stand-ins/${standIn}.ts`, import.meta.url)));

const standIn = (name: string): string => `export * from ${pathOf(name)};`;

const endpointIn = (service: string): string =>
  `import { endpointOf } from ${pathOf("region-endpoint")};
   export const defaultEndpointResolver = endpointOf(${JSON.stringify(service)});`;

/**
 * What the SDKs bring along and a Lambda function never uses. Only bundles are cut: the local stack and the operator's
 * tools run the SDKs as they are. `npm run bench -- cold` shows what each cut saves; one that saves less than 3 % goes.
 */
export const CUTS: Cuts = {
  // The default chain tries profiles, SSO, web identity, ECS and EC2; Lambda puts credentials into the environment.
  "credential chain": {
    "@aws-sdk/credential-provider-node/dist-es/index.js": standIn("lambda-credentials"),
  },
  // Decision diagrams and their interpreter, most of it for FIPS, dual-stack and partitions that we are not in.
  "endpoint rules": {
    "@aws-sdk/client-dynamodb/dist-es/endpoint/endpointResolver.js": endpointIn("dynamodb"),
    "@aws-sdk/client-secrets-manager/dist-es/endpoint/endpointResolver.js": endpointIn("secretsmanager"),
    "@aws-sdk/client-sqs/dist-es/endpoint/endpointResolver.js": endpointIn("sqs"),
    "@aws-sdk/core/dist-es/submodules/client/util-endpoints/aws.js": standIn("no-endpoint-functions"),
    "@aws-sdk/core/dist-es/submodules/client/util-endpoints/lib/aws/partitions.js": standIn("no-partitions"),
  },
  // Read, and not found, in every cold start.
  "configuration files": {
    "@smithy/core/dist-es/submodules/config/node-config-provider/configLoader.js":
      standIn("environment-settings"),
    "@smithy/core/dist-es/submodules/config/config-resolver/regionConfig/getInstanceMetadataRegion.js":
      standIn("no-instance-metadata"),
  },
  // Every answer that we ask for is one JSON document from Node's http, in which large numbers are strings, and no client
  // is told to discover its endpoint.
  "streams, big numbers and endpoint discovery": {
    "@smithy/core/dist-es/submodules/serde/util-stream/stream-type-check.js": standIn("no-web-streams"),
    "@smithy/core/dist-es/submodules/protocols/json/needsReviver.js": standIn("no-big-numbers"),
    "@smithy/core/dist-es/submodules/event-streams/index.js": standIn("no-event-streams"),
    "@aws-sdk/endpoint-cache/dist-es/index.js": standIn("no-endpoint-cache"),
  },
  // What we do not call is more than half of the processor's SDK. Signatures are checked in shared/domain.
  "Stripe's unused parts": {
    ...(await unusedStripeResources()),
    // The same resources once more, by name.
    "stripe/esm/resources.js": "export class OAuthResource {}",
    "stripe/esm/StripeEventNotificationHandler.js": "export class StripeEventNotificationHandler {}",
    "stripe/esm/Webhooks.js": "export const createWebhooks = () => undefined;",
  },
};
