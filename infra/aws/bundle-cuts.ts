import { fileURLToPath } from "node:url";

const replacement = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/**
 * What the AWS SDK brings along and a Lambda function never uses, each with what stands in for it. Only bundles are
 * cut: the local stack and the operator's tools run the SDK as it is. test/template/bundle.test.ts runs the results.
 */
export const LEFT_OUT: Record<string, string> = {
  // The default chain tries profiles, SSO, web identity, ECS and EC2; Lambda puts credentials into the environment.
  // 130 KB, and the largest single part of a cold start that can be saved.
  "@aws-sdk/credential-provider-node": replacement("lambda-credentials.ts"),
  // Framing for streamed answers (transcription, S3 Select). Every answer that we ask for is one JSON document.
  "@smithy/core/event-streams": replacement("no-event-streams.ts"),
  // An LRU cache for endpoint discovery, which is off unless a client is told otherwise; ours are not.
  "@aws-sdk/endpoint-cache": replacement("no-endpoint-cache.ts"),
};
