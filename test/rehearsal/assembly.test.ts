import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readAssembly } from "../../infra/rehearsal/template/assembly.ts";
import { readRoles } from "../../infra/rehearsal/template/roles.ts";

type Resources = Record<string, { Type: string; Properties?: object; Condition?: string }>;

/** A cloud assembly with these stacks, as `cdk synth` writes one. */
function assemblyOf(stacks: Record<string, Resources>): string {
  const directory = mkdtempSync(join(tmpdir(), "payments-assembly-"));
  mkdirSync(directory, { recursive: true });
  const artifacts = Object.keys(stacks).map((name) => [
    name,
    { type: "aws:cloudformation:stack", properties: { templateFile: `${name}.json` } },
  ]);
  writeFileSync(
    join(directory, "manifest.json"),
    JSON.stringify({ artifacts: Object.fromEntries(artifacts) }),
  );
  for (const [name, Resources] of Object.entries(stacks))
    writeFileSync(join(directory, `${name}.json`), JSON.stringify({ Resources }));
  return directory;
}

const queue = (QueueName: unknown) => ({ Type: "AWS::SQS::Queue", Properties: { QueueName } });

describe("the templates of an environment", () => {
  it("are read together, each with its own names", () => {
    const assembly = readAssembly(assemblyOf({ data: { One: queue("a") }, rest: { One: queue("b") } }));
    expect(assembly.ofType("AWS::SQS::Queue").map(assembly.arnOf)).toEqual([
      "arn:aws:sqs:us-east-1:000000000000:a",
      "arn:aws:sqs:us-east-1:000000000000:b",
    ]);
  });

  it("have their functions resolved for an account that nobody has", () => {
    const name = {
      "Fn::Join": [
        "-",
        ["x", { Ref: "AWS::AccountId" }, { "Fn::Select": [1, { "Fn::Split": [":", "a:b"] }] }],
      ],
    };
    const assembly = readAssembly(assemblyOf({ data: { One: queue(name) } }));
    expect(assembly.resources.map((one) => assembly.read(one, "QueueName"))).toEqual(["x-000000000000-b"]);
  });

  it.each([
    [
      "a resource of an unknown type",
      { One: { Type: "AWS::S3::Bucket" } },
      /One is of type AWS::S3::Bucket, which is neither/,
    ],
    [
      "an unknown property",
      { One: { Type: "AWS::SQS::Queue", Properties: { FifoQueue: true } } },
      /One .*FifoQueue, which is neither/,
    ],
    [
      "an unknown attribute of a resource",
      { One: { Type: "AWS::SQS::Queue", CreationPolicy: {} } },
      /One has CreationPolicy/,
    ],
    ["a condition", { One: { Type: "AWS::SQS::Queue", Condition: "IsProd" } }, /depends on a condition/],
  ] as [string, Resources, RegExp][])(
    "with %s cannot be rehearsed, and one line says so",
    (_, resources, says) => {
      expect(() => readAssembly(assemblyOf({ data: resources }))).toThrow(says);
    },
  );

  it.each([
    ["an unknown function", { "Fn::ImportValue": "x" }, /Fn::ImportValue/],
    ["a reference to nothing", { Ref: "Nobody" }, /Nobody/],
    ["an unknown attribute", { "Fn::GetAtt": ["One", "Size"] }, /Size/],
  ])("with %s cannot be rehearsed, and one line says so", (_, name, says) => {
    const assembly = readAssembly(assemblyOf({ data: { One: queue("a"), Two: queue(name) } }));
    expect(() => assembly.resources.map((one) => assembly.read(one, "QueueName"))).toThrow(says);
  });

  const trust = {
    Effect: "Allow",
    Action: "sts:AssumeRole",
    Principal: { Service: "scheduler.amazonaws.com" },
  };
  const sourceAccount = (account: unknown) => ({ StringEquals: { "aws:SourceAccount": account } });
  const rolesWith = (statement: object) => {
    const Properties = { RoleName: "schedules", AssumeRolePolicyDocument: { Statement: [statement] } };
    return [
      ...readRoles(
        readAssembly(assemblyOf({ data: { One: { Type: "AWS::IAM::Role", Properties } } })),
      ).values(),
    ];
  };

  it.each([[{}], [{ Condition: sourceAccount({ Ref: "AWS::AccountId" }) }]])(
    "the trust of a role is that of the service that it names: %j",
    (over) => {
      expect(rolesWith({ ...trust, ...over })).toMatchObject([{ services: ["scheduler.amazonaws.com"] }]);
    },
  );

  it.each([
    ["another account", { Condition: sourceAccount("111122223333") }],
    ["another condition", { Condition: { ArnLike: { "aws:SourceArn": "*" } } }],
    ["another action", { Action: "sts:TagSession" }],
    ["a denial", { Effect: "Deny" }],
  ])("the trust of a role with %s cannot be rehearsed", (_, over) => {
    expect(() => rolesWith({ ...trust, ...over })).toThrow(/One: its trust has more/);
  });

  it("the templates of a stack that is bound to an account cannot be rehearsed in another", () => {
    const directory = assemblyOf({ data: { One: queue("a") } });
    const file = join(directory, "manifest.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    manifest.artifacts.data.environment = "aws://111122223333/eu-west-1";
    writeFileSync(file, JSON.stringify(manifest));
    expect(() => readAssembly(directory)).toThrow(/^data is bound to aws:\/\/111122223333\/eu-west-1: /);
  });

  it("a stack of stacks and a template that AWS rewrites cannot be rehearsed", () => {
    const directory = assemblyOf({ data: { One: queue("a") } });
    const change = (file: string, given: (read: Record<string, object>) => object) => {
      const read = JSON.parse(readFileSync(join(directory, file), "utf8"));
      writeFileSync(join(directory, file), JSON.stringify({ ...read, ...given(read) }));
    };
    change("data.json", () => ({ Transform: "AWS::Serverless-2016-10-31" }));
    expect(() => readAssembly(directory)).toThrow(/^data is transformed by AWS::Serverless/);
    change("manifest.json", ({ artifacts }) => ({
      artifacts: { ...artifacts, prod: { type: "cdk:cloud-assembly" } },
    }));
    expect(() => readAssembly(directory)).toThrow("prod is a cdk:cloud-assembly, which is not rehearsed.");
  });

  it("must be there", () => {
    expect(() => readAssembly(mkdtempSync(join(tmpdir(), "payments-assembly-")))).toThrow(/synthesize first/);
    expect(() => readAssembly(assemblyOf({}))).toThrow(/holds no stack/);
  });
});
