import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Node = { id: number; callFrame: { functionName: string; url: string }; children?: number[] };
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

/** Whose code it is, by where it lies. What Node does itself belongs to whoever asked for it. */
const PARTS: [string, RegExp][] = [
  ["the simulator", /\/infra\/simulator\//],
  ["the embedded DynamoDB", /\/node_modules\/(dynalite|classic-level|abstract-level|level[\w-]*)\//],
  ["the embedded SQS", /\/node_modules\/(fauxqs|fastify|@fastify|find-my-way)\//],
  ["ours", /\/(shared|functions)\/|\/node_modules\/(@aws-sdk|@smithy|@middy|zod)\//],
  ["the local gateway and pollers", /\/infra\/local\//],
  ["the processor's SDK", /\/node_modules\/stripe\//],
];

/** Which part of the local stack has used how much of its time, largest first: from the profiles in a folder. */
export function shareOfParts(folder: string): [string, number][] {
  const spent = new Map<string, number>();
  for (const file of readdirSync(folder))
    addProfile(JSON.parse(readFileSync(join(folder, file), "utf8")) as Profile, spent);
  const total = [...spent.values()].reduce((sum, one) => sum + one, 0);
  return [...spent]
    .map(([part, time]): [string, number] => [part, time / total])
    .sort((one, other) => other[1] - one[1]);
}

function addProfile({ nodes, samples, timeDeltas }: Profile, spent: Map<string, number>): void {
  const parts = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const walk = (id: number, above: string): void => {
    const node = byId.get(id);
    const part = PARTS.find(([, where]) => where.test(node?.callFrame.url ?? ""))?.[0] ?? above;
    parts.set(id, part);
    for (const child of node?.children ?? []) walk(child, part);
  };
  const [root] = nodes;
  if (root) walk(root.id, "Node itself");
  for (const [place, id] of samples.entries()) {
    if (byId.get(id)?.callFrame.functionName === "(idle)") continue;
    const part = parts.get(id) ?? "Node itself";
    spent.set(part, (spent.get(part) ?? 0) + (timeDeltas[place] ?? 0));
  }
}
