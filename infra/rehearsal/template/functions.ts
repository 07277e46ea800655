import { existsSync } from "node:fs";
import { join } from "node:path";
import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { Assembly } from "./assembly.ts";
import type { Resource } from "./resource.ts";
import type { Role } from "./roles.ts";

export type FunctionSpec = {
  name: string;
  arn: string;
  /** By no other name can a version of it be invoked. */
  aliases: readonly string[];
  folder: string;
  file: string;
  handler: string;
  timeoutSeconds: number;
  variables: Readonly<Record<string, string>>;
  role: Role;
};

const RUNTIME = "nodejs24.x";
/** What Lambda tries, in its order, for "index" in "index.handler". */
const EXTENSIONS = ["", ".js", ".mjs", ".cjs"];
const LAMBDAS_OWN_TIMEOUT_SECONDS = 3;

/** Deploys are not rehearsed, so nothing invokes their hook: test/template/canary-hook.slow.test.ts does. */
const CODEDEPLOYS = "CodeDeployHook_";

export const readFunctions = (assembly: Assembly, roles: ReadonlyMap<string, Role>): FunctionSpec[] =>
  assembly.ofType("AWS::Lambda::Function").flatMap((resource) => {
    const read = <T>(property: string) => assembly.read<T>(resource, property);
    const name = assembly.refOf(resource);
    if (name.startsWith(CODEDEPLOYS)) return [];
    if (read<string>("Runtime") !== RUNTIME)
      throw new NotRehearsable(`${name} wants ${read<string>("Runtime")}, and this is Node 24.`);
    const role = roles.get(read<string>("Role") ?? "");
    if (!role?.services.includes("lambda.amazonaws.com"))
      throw new NotRehearsable(`${name} has no role that Lambda may take.`);
    const spec = {
      name,
      arn: assembly.arnOf(resource),
      aliases: aliasesOf(assembly, name),
      timeoutSeconds: read<number>("Timeout") ?? LAMBDAS_OWN_TIMEOUT_SECONDS,
      variables: read<{ Variables?: Record<string, string> }>("Environment")?.Variables ?? {},
      role,
      ...codeOf(resource, {
        folder: join(assembly.directory, assetOf(read<{ S3Key?: string }>("Code")?.S3Key)),
        handler: read<string>("Handler") ?? "",
      }),
    };
    return [spec];
  });

const aliasesOf = (assembly: Assembly, functionName: string): string[] =>
  assembly
    .ofType("AWS::Lambda::Alias")
    .filter((alias) => assembly.read(alias, "FunctionName") === functionName)
    .map((alias) => String(assembly.read(alias, "Name")));

/** The CDK keeps beside the template, under the same hash, what it would upload. */
const assetOf = (key = ""): string => `asset.${key.replace(/\.zip$/, "")}`;

function codeOf({ stack, logicalId }: Resource, { folder, handler }: { folder: string; handler: string }) {
  if (!existsSync(folder))
    throw new NotRehearsable(`${stack}/${logicalId}: its code is not in the assembly.`);
  const dot = handler.lastIndexOf(".");
  const path = join(folder, handler.slice(0, dot));
  const extension = EXTENSIONS.find((candidate) => existsSync(`${path}${candidate}`));
  if (extension === undefined)
    throw new NotRehearsable(`${stack}/${logicalId}: there is no file for the handler ${handler}.`);
  return { folder, file: `${path}${extension}`, handler: handler.slice(dot + 1) };
}
