/** What is too large for a seed, by its number in test/FAILURES.md. */
export const SCENARIOS = {
  41: "two failing events a second for a day",
  47: "a million entries are due at once",
} as const;

export type ScenarioNumber = keyof typeof SCENARIOS;

const USAGE = `npm run simulate -- [--seeds N | --seed N | --minutes N | --planted | --coverage | --scenario N] [--rights file]
  --seeds N      the seeds from --from (1) on, and all remembered ones; 1000 unless told
  --here         the seeds in this process, instead of in one for each core
  --seed N       one seed, with its story
  --minutes N    as many as fit into the time; with --seeds, at most so many
  --planted      each planted bug, until it is found; --planted "text": those that have it in their name
  --coverage     which branches of the flows the seeds go through (1000 unless told)
  --rights file  writes down which rights functions made use of
  --scenario N   what is too large for a seed: 41, a day of failing events; 47, a million due entries; or 41,47.
                 With --share S, only so much of it
Seeds, a seed and scenarios that are asked for together come one after another.`;

export type Options = Record<"seed" | "seeds" | "minutes" | "from" | "share", number | undefined> & {
  planted: string | undefined;
  scenarios: ScenarioNumber[];
  rights: string | undefined;
  stopsAtFirst: boolean;
  isWorker: boolean;
  isHere: boolean;
};

export function parseOptions(argv: string[]): Options {
  const numberAfter = (name: string): number | undefined => {
    const place = argv.indexOf(`--${name}`);
    return place < 0 ? undefined : Number(argv[place + 1]);
  };
  const wordAfter = (name: string): string | undefined => {
    const place = argv.indexOf(`--${name}`);
    const word = place < 0 ? undefined : argv[place + 1];
    return word?.startsWith("--") ? undefined : word;
  };
  const options = {
    seed: numberAfter("seed"),
    seeds: numberAfter("seeds"),
    minutes: numberAfter("minutes"),
    from: numberAfter("from"),
    share: numberAfter("share"),
    planted: wordAfter("planted"),
    rights: wordAfter("rights"),
    scenarios: argv.includes("--scenario") ? scenariosIn(wordAfter("scenario") ?? "") : [],
    stopsAtFirst: argv.includes("--plant"),
    isWorker: argv.includes("--worker"),
    isHere: argv.includes("--here"),
  };
  if (Object.values(options).some(Number.isNaN)) throw new Error(USAGE);
  return options;
}

const isScenario = (name: string): name is `${ScenarioNumber}` => name in SCENARIOS;

function scenariosIn(list: string): ScenarioNumber[] {
  return list.split(",").map((name) => {
    if (isScenario(name)) return Number(name) as ScenarioNumber;
    const known = Object.entries(SCENARIOS).map(([number, says]) => `  ${number}  ${says}`);
    throw new Error(`There is no scenario "${name}". There are:\n${known.join("\n")}`);
  });
}
