import { randomBytes } from "node:crypto";
import { userInfo } from "node:os";
import type { Command } from "commander";
import type { Random } from "../../shared/domain/access/credential.ts";
import { Failure } from "../../shared/domain/failure.ts";
import { readCallerIdentity } from "../aws/caller-identity.ts";
import { isPlainText, rejectOtherIds } from "./arguments.ts";
import { commandFor } from "./example.ts";
import { jsonText, print } from "./output.ts";
import { enterTarget } from "./target.ts";

type CommonOptions = { env?: string; json?: boolean; actor?: string; yes?: boolean };

export type Session = {
  actor: string;
  agreed: boolean;
  json: boolean;
  show: (value: unknown, text: string) => void;
  command: (line: string) => string;
  change: () => { at: number; random: Random; actor: string; remark?: string };
};

/** A are its arguments, O its own options. */
export type Input<A extends (string | undefined)[] = [], O = object> = {
  args: A;
  options: O;
  session: Session;
};

/** A command's action: it runs when the target's settings are in the environment, where shared/ finds them. */
export const run = <A extends (string | undefined)[], O>(work: (input: Input<A, O>) => Promise<void>) =>
  async function action(this: Command): Promise<void> {
    const options = this.optsWithGlobals<O & CommonOptions>();
    rejectOtherIds(this);
    await enterTarget(options.env);
    const session = openSession(options, await identify(options));
    await work({ args: this.processedArgs as A, options, session });
  };

type Identity = { actor: string; remark?: string };

/**
 * In a deployed environment AWS says who the operator is, whatever --actor says: that is kept beside it as a
 * remark. On one's own machine there is no such authority.
 */
async function identify({ env, actor }: CommonOptions): Promise<Identity> {
  if (actor !== undefined && !isPlainText(actor))
    throw new Failure("invalid_request", "--actor must be 1 to 100 printable characters.");
  if (env === undefined) return { actor: actor ?? currentUser() };
  const { arn } = await readCallerIdentity().catch((cause: Error) => {
    throw new Failure("service_unavailable", cause.message);
  });
  return { actor: arn, ...(actor !== undefined && { remark: actor }) };
}

function openSession({ env, json = false, yes = false }: CommonOptions, identity: Identity): Session {
  return {
    actor: identity.actor,
    agreed: yes,
    json,
    show: (value, text) => print(json ? jsonText(value, 2) : text),
    command: (line) => commandFor(env, line),
    change: () => ({ at: Date.now(), random: randomBytes, ...identity }),
  };
}

function currentUser(): string {
  if (process.env.USER) return process.env.USER;
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return "unknown";
  }
}
