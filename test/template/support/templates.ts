import { Template } from "aws-cdk-lib/assertions";
import { oncePerRun } from "../../support/once-per-run.ts";
import type { SynthesizedStack } from "./synthesized-stack.ts";

/*
 * The templates of all environments, synthesized once for all files of a run, which may have other workers: that takes
 * longer than most of them look at it. Whoever changes a stack makes one for itself: synthesized-stack.ts.
 */
const SYNTHESIZED = await oncePerRun("templates", async () => {
  const { synthesizeAll } = await import("./synthesized-stack.ts");
  return synthesizeAll();
});

const remembered = <T>(find: (environmentName: string) => T): ((environmentName: string) => T) => {
  const known = new Map<string, T>();
  return (environmentName) => {
    const one = known.get(environmentName) ?? find(environmentName);
    known.set(environmentName, one);
    return one;
  };
};

const stackIn =
  (stacks: Record<string, SynthesizedStack>) =>
  (environmentName: string): SynthesizedStack => {
    const stack = stacks[environmentName];
    if (!stack) throw new Error(`There is no environment ${environmentName}`);
    return stack;
  };

/** The service: everything that can be made again. */
export const stackOf = stackIn(SYNTHESIZED.service);
export const templateOf = remembered((name) => Template.fromJSON(stackOf(name).template));

/** What is stored: the table, the key, secrets, queues and logs. */
export const dataStackOf = stackIn(SYNTHESIZED.data);
export const dataTemplateOf = remembered((name) => Template.fromJSON(dataStackOf(name).template));

/** Production with all that a command line or a restore can add: no other configuration has as many resources. */
export const fullestTemplate = (): Template => fullest("fullest");
const fullest = remembered(() => Template.fromJSON(SYNTHESIZED.fullest.template));

/** Production's data before and after a restored table is adopted. */
export const lettingGoTemplate = (): Template => Template.fromJSON(SYNTHESIZED.lettingGo.template);
export const adoptingTemplate = (): Template => Template.fromJSON(SYNTHESIZED.adopting.template);

/** Its data, with all that settings can add. */
export const fullestDataTemplate = (): Template => fullestData("fullest");
const fullestData = remembered(() => Template.fromJSON(SYNTHESIZED.fullestData.template));
