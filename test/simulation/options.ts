/** What is too large for a seed, by its number in test/FAILURES.md. */
export const SCENARIOS = {
  41: "two failing events per second for a day",
  47: "a million entries are due at once",
  99: "five endpoints hang for three minutes, with six events per second each",
} as const;

export type ScenarioNumber = keyof typeof SCENARIOS;

export const USAGE = `npm run simulate -- [--seeds N [--from N] | --seed N | --minutes N | --planted | --scenario N] [--rights file]
  --seeds N      run N seeds (default: 1000), the first one is --from (default: 1)
  --here         run the seeds in this process instead of one process per core
  --seed N       run one seed and print its history
  --minutes N    run as many seeds as fit into N minutes; with --seeds, at most that many
  --planted      find each planted bug; --planted "text": only those with the text in their name
  --rights file  write the rights that functions used to a file
  --scenario N   run a scenario that is too large for a seed: 41 (a day of failing events), 47 (a million due
                 entries), 99 (endpoints that hang), or 41,47. With --share S, only that part of it
  --help         print this text
Seeds, --seed and scenarios run one after another.`;

export type Options = Record<"seed" | "seeds" | "minutes" | "from" | "share", number | undefined> & {
  planted: string | undefined;
  scenarios: ScenarioNumber[];
  rights: string | undefined;
  stopsAtFirst: boolean;
  isWorker: boolean;
  isHere: boolean;
};

/** `plant` and `worker` are for the processes that a run starts. */
const KNOWN = /^--(seeds?|minutes|from|share|planted|plant|rights|scenario|worker|here|help)$/;

export function parseOptions(argv: string[]): Options {
  const unknown = argv.find((word) => word.startsWith("--") && !KNOWN.test(word));
  if (unknown !== undefined) throw new Error(`There is no option ${unknown}.\n${USAGE}`);
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
