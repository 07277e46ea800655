import { STSClient } from "@aws-sdk/client-sts";
import { SignatureV4 } from "@smithy/signature-v4";
import { explainAwsError } from "./caller-identity.ts";
import type { Environment } from "./environments.ts";

type Trail = { TrailARN: string; HomeRegion?: string; IsMultiRegionTrail?: boolean };

const TARGET = "com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101";

/** Two questions are not worth a package. Credentials, region and hash are those that cdk's own calls use. */
async function askCloudTrail<T>(action: string, input: object): Promise<T> {
  const { credentials, region: regionOf, sha256 } = new STSClient().config;
  const region = await regionOf();
  const url = new URL(process.env.AWS_ENDPOINT_URL ?? `https://cloudtrail.${region}.amazonaws.com`);
  const signer = new SignatureV4({ credentials, region, sha256, service: "cloudtrail" });
  const { headers, body } = await signer.sign({
    method: "POST",
    protocol: url.protocol,
    hostname: url.hostname,
    path: "/",
    headers: {
      host: url.host,
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `${TARGET}.${action}`,
    },
    body: JSON.stringify(input),
  });
  const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${action} ${response.status}`);
  return (await response.json()) as T;
}

/** A trail of the organization or of another region counts, if it records here. */
async function findRecordingTrail(): Promise<Trail | undefined> {
  const { trailList = [] } = await askCloudTrail<{ trailList?: Trail[] }>("DescribeTrails", {
    includeShadowTrails: true,
  });
  for (const trail of trailList) {
    if (!trail.IsMultiRegionTrail && trail.HomeRegion !== process.env.AWS_REGION) continue;
    const { IsLogging } = await askCloudTrail<{ IsLogging?: boolean }>("GetTrailStatus", {
      Name: trail.TrailARN,
    });
    if (IsLogging) return trail;
  }
  return undefined;
}

/** EventBridge hears from a trail that the data's key is disabled or is to be deleted. Without one nobody is told. */
export async function requireTrail({ name, keepsData }: Environment): Promise<void> {
  if (!keepsData) return;
  const trail = await findRecordingTrail().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      explainAwsError(error) ??
        `The account's trails could not be read (${reason}). Allow cloudtrail:DescribeTrails and ` +
          "cloudtrail:GetTrailStatus.",
    );
  });
  if (trail) return;
  throw new Error(
    `No CloudTrail trail records this region, so nobody would be told that the key of ${name}'s data is to be deleted. ` +
      "Create one: infra/runbooks/deploying.md, step 4.",
  );
}
