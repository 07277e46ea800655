import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NotRehearsable } from "../policies/not-rehearsable.ts";
import { requireKnown } from "./known-resources.ts";
import { createResolver, type Resolve } from "./resolve.ts";
import type { Resource } from "./resource.ts";

/** Stacks refer to each other by names. */
export type Assembly = {
  directory: string;
  resources: Resource[];
  ofType: (type: string) => Resource[];
  read: <T>(resource: Resource, property: string) => T | undefined;
  arnOf: (resource: Resource) => string;
  refOf: (resource: Resource) => string;
};

type StoredResource = {
  Type: string;
  Properties?: Record<string, unknown>;
  Condition?: string;
};

type Template = { Resources: Record<string, StoredResource>; Transform?: unknown };

/** Beside the condition: in which order and how it is changed or deleted, where there is one deployment. */
const ATTRIBUTES = "Metadata DependsOn DeletionPolicy UpdateReplacePolicy UpdatePolicy".split(" ");

const STACK = "aws:cloudformation:stack";
/** What the CDK writes beside stacks: how to upload them, and about itself. */
const ARTIFACTS = [STACK, "cdk:asset-manifest", "cdk:tree", "cdk:feature-flag-report"];

type Artifact = { type: string; environment?: string; properties?: { templateFile?: string } };
type Manifest = { artifacts?: Record<string, Artifact> };

/** Of a stack that is bound to no account: its templates say "this account" where others have a number. */
const ANYWHERE = "aws://unknown-account/unknown-region";

/** Rejects what it does not know: nothing is left out silently. */
export function readAssembly(directory: string): Assembly {
  const manifest = readJson<Manifest>(join(directory, "manifest.json"));
  const artifacts = Object.entries(manifest.artifacts ?? {});
  const unknown = artifacts.find(([, { type }]) => !ARTIFACTS.includes(type));
  if (unknown) throw new NotRehearsable(`${unknown[0]} is a ${unknown[1].type}, which is not rehearsed.`);
  const stacks = artifacts.flatMap(([name, artifact]) =>
    artifact.type === STACK && artifact.properties?.templateFile
      ? [{ name, file: artifact.properties.templateFile, environment: artifact.environment ?? ANYWHERE }]
      : [],
  );
  const bound = stacks.find(({ environment }) => environment !== ANYWHERE);
  if (bound)
    throw new NotRehearsable(
      `${bound.name} is bound to ${bound.environment}: rehearse an environment without account and region.`,
    );
  if (stacks.length === 0) throw new NotRehearsable(`${directory} holds no stack.`);
  const resources = stacks.flatMap(({ name, file }) => resourcesIn(directory, name, file));
  for (const resource of resources) requireKnown(resource);
  const resolve = createResolver(resources);
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  return { directory, resources, ofType, ...readers(resolve) };
}

function readers(resolve: Resolve): Pick<Assembly, "read" | "arnOf" | "refOf"> {
  return {
    read: <T>(resource: Resource, property: string) =>
      resolve(resource.properties[property], resource.stack) as T | undefined,
    arnOf: ({ logicalId, stack }) => String(resolve({ "Fn::GetAtt": [logicalId, "Arn"] }, stack)),
    refOf: ({ logicalId, stack }) => String(resolve({ Ref: logicalId }, stack)),
  };
}

function resourcesIn(directory: string, stack: string, file: string): Resource[] {
  const { Resources, Transform } = readJson<Template>(join(directory, file));
  if (Transform) throw new NotRehearsable(`${stack} is transformed by ${Transform} before it is deployed.`);
  return Object.entries(Resources).map(([logicalId, { Type, Properties = {}, Condition, ...others }]) => {
    if (Condition) throw new NotRehearsable(`${stack}/${logicalId} depends on a condition, ${Condition}.`);
    const unknown = Object.keys(others).filter((attribute) => !ATTRIBUTES.includes(attribute));
    if (unknown.length > 0)
      throw new NotRehearsable(`${stack}/${logicalId} has ${unknown}, which is not rehearsed.`);
    return { stack, logicalId, type: Type, properties: Properties };
  });
}

function readJson<T>(path: string): T {
  if (!existsSync(path)) throw new NotRehearsable(`${path} is missing: synthesize first.`);
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
