import { fileURLToPath } from "node:url";

const pathOf = (standIn: string): string =>
  fileURLToPath(new URL(`stand-ins/${standIn}.ts`, import.meta.url));

/**
 * What the AWS SDK brings along and a Lambda function never uses, each with what stands in for it. Only bundles are
 * cut: the local stack and the operator's tools run the SDK as it is. test/template/bundle*.test.ts run the results.
 */
export const LEFT_OUT_PACKAGES: Record<string, string> = {
  // The default chain tries profiles, SSO, web identity, ECS and EC2; Lambda puts credentials into the environment.
  // 130 KB, and the largest single part of a cold start that can be saved.
  "@aws-sdk/credential-provider-node": pathOf("lambda-credentials"),
  // Framing for streamed answers (transcription, S3 Select). Every answer that we ask for is one JSON document.
  "@smithy/core/event-streams": pathOf("no-event-streams"),
  // An LRU cache for endpoint discovery, which is off unless a client is told otherwise; ours are not.
  "@aws-sdk/endpoint-cache": pathOf("no-endpoint-cache"),
};

const standIn = (name: string): string => `export * from ${JSON.stringify(pathOf(name))};`;

const endpointIn = (service: string): string =>
  `import { endpointOf } from ${JSON.stringify(pathOf("region-endpoint"))};
   export const defaultEndpointResolver = endpointOf(${JSON.stringify(service)});`;

/** The same inside packages that are needed otherwise: file in node_modules → the module that takes its place. */
export const LEFT_OUT_FILES: Record<string, string> = {
  // 11 KB for DynamoDB, most of it for FIPS, dual-stack, account endpoints and partitions that we are not in.
  "@aws-sdk/client-dynamodb/dist-es/endpoint/endpointResolver.js": endpointIn("dynamodb"),
  "@aws-sdk/client-secrets-manager/dist-es/endpoint/endpointResolver.js": endpointIn("secretsmanager"),
  "@aws-sdk/client-sqs/dist-es/endpoint/endpointResolver.js": endpointIn("sqs"),
  "@aws-sdk/core/dist-es/submodules/client/util-endpoints/aws.js": standIn("no-endpoint-functions"),
  "@aws-sdk/core/dist-es/submodules/client/util-endpoints/lib/aws/partitions.js": standIn("no-partitions"),
  // Nobody uses it with Node's own crypto at hand: 3 KB.
  "@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js": standIn("no-software-hash"),
  // Not used without AWS_RETRY_MODE=adaptive: 3 KB with its rate limiter.
  "@smithy/core/dist-es/submodules/retry/util-retry/AdaptiveRetryStrategy.js": standIn("no-adaptive-retry"),
  // 3 KB, and two failing file reads less in a cold start.
  "@smithy/core/dist-es/submodules/config/node-config-provider/fromSharedConfigFiles.js":
    standIn("no-config-files"),
  "@smithy/core/dist-es/submodules/config/config-resolver/regionConfig/getInstanceMetadataRegion.js":
    standIn("no-instance-metadata"),
  "@smithy/signature-v4/dist-es/HeaderFormatter.js": standIn("no-event-signing"),
  // They are made as the module loads, so no bundler may drop them, nor Query and Scan with their schemas: 3 KB.
  "@aws-sdk/lib-dynamodb/dist-es/pagination/index.js": standIn("no-paginators"),
};
