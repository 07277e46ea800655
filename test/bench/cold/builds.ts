import { join } from "node:path";
import { type Bundle, bundleFunctions } from "../../../infra/aws/bundle/bundle-functions.ts";
import { CUTS, type Cuts } from "../../../infra/aws/bundle/cuts.ts";

export type Endpoint = "create" | "retrieve";

/** Every way of building the same endpoint, by its name in the report. */
export type Builds = ReadonlyMap<string, Bundle>;

export const OURS = "ours";
export const EMPTY = "an empty handler";
export const withoutCut = (cut: string): string => `without the cut: ${cut}`;

const ENTRIES: Record<Endpoint, string> = {
  create: "functions/payments/create-payment.ts",
  retrieve: "functions/payments/get-payment.ts",
};

/** What ours is compared with: programs that do the same job. All are bundled alike, but nothing is cut out of them. */
export const OTHERS: Record<Endpoint, Record<string, string>> = {
  create: {
    Powertools: "test/bench/cold/powertools/create.ts",
    "uncut build": ENTRIES.create,
  },
  retrieve: {
    Powertools: "test/bench/cold/powertools/retrieve.ts",
    "uncut build": ENTRIES.retrieve,
  },
};

type Source = [name: string, entry: string, cuts: Cuts];

/** It answers 200, and so can be compared with what does. */
const EMPTY_ONES: Record<Endpoint, Source[]> = {
  create: [],
  retrieve: [[EMPTY, "test/bench/cold/empty.ts", {}]],
};

/** Ours as it is deployed, what it is compared with, and ours with each cut undone in turn. */
export async function buildAll(endpoint: Endpoint, workspace: string): Promise<Builds> {
  const ours = ENTRIES[endpoint];
  const sources: Source[] = [
    [OURS, ours, CUTS],
    ...EMPTY_ONES[endpoint],
    ...Object.entries(OTHERS[endpoint]).map(([name, entry]): Source => [name, entry, {}]),
    ...Object.keys(CUTS).map((cut): Source => [withoutCut(cut), ours, allCutsBut(cut)]),
  ];
  const builds = new Map<string, Bundle>();
  for (const [index, [name, entry, cuts]] of sources.entries()) {
    const directory = join(workspace, endpoint, String(index));
    for (const bundle of (await bundleFunctions([{ name: endpoint, entry }], directory, cuts)).values())
      builds.set(name, bundle);
  }
  return builds;
}

function allCutsBut(left: string): Cuts {
  const { [left]: _, ...others } = CUTS;
  return others;
}
