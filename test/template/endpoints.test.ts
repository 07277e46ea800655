import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SQSClient } from "@aws-sdk/client-sqs";
import { describe, expect, it } from "vitest";
import { endpointOf } from "../../infra/aws/bundle/stand-ins/region-endpoint.ts";

const REGIONS = [
  "us-east-1",
  "us-west-2",
  "eu-west-1",
  "eu-central-2",
  "ap-southeast-5",
  "sa-east-1",
  "ca-west-1",
  "me-central-1",
  "af-south-1",
  "il-central-1",
  "mx-central-1",
  "us-gov-west-1",
  "cn-north-1",
];

const PLAIN = { UseFIPS: false, UseDualStack: false };

describe.each([
  ["dynamodb", new DynamoDBClient({ region: "eu-west-1" })],
  ["secretsmanager", new SecretsManagerClient({ region: "eu-west-1" })],
  ["sqs", new SQSClient({ region: "eu-west-1" })],
])("the endpoint of %s in a bundle", (service, { config }) => {
  const original = (parameters: object) => config.endpointProvider(parameters as never, {});

  it.each(REGIONS)("is where the SDK itself would go, in %s", (Region) => {
    const { url, properties, headers } = endpointOf(service)({ Region, ...PLAIN });
    const expected = original({ Region, ...PLAIN });
    expect(url.href).toBe(expected.url.href);
    expect({ properties, headers }).toEqual({ properties: expected.properties, headers: expected.headers });
  });

  it("is the one that the environment names, if it names one", () => {
    const parameters = { Region: "eu-west-1", Endpoint: "http://127.0.0.1:4566", ...PLAIN };
    expect(endpointOf(service)(parameters).url.href).toBe(original(parameters).url.href);
  });

  it.each([
    ["FIPS", { Region: "us-east-1", UseFIPS: true }],
    ["dual-stack", { Region: "us-east-1", UseDualStack: true }],
    ["a partition that it does not know", { Region: "eusc-de-east-1" }],
    ["no region", {}],
  ])("rejects %s instead of guessing", (_, parameters) => {
    expect(() => endpointOf(service)(parameters)).toThrow("left out of the bundles");
  });
});
