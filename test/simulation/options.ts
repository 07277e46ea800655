const USAGE = `npm run simulate -- [--seeds N | --seed N | --minutes N | --planted | --coverage | --scenario N] [--rights file]
  --seeds N      the seeds from --from (1) on, and all remembered ones; 1000 unless told
  --seed N       one seed, with its story
  --minutes N    as many as fit into the time; with --seeds, at most so many
  --planted      each planted bug, until it is found; --planted "text": those that have it in their name
  --coverage     which branches of the flows the seeds go through (1000 unless told)
  --rights file  writes down which rights functions made use of
  --scenario N   what is too large for a seed: 41, a day of failing events; 47, a million due entries; or 41,47.
                 With --share S, only so much of it`;

export type Options = Record<"seed" | "seeds" | "minutes" | "from" | "share", number | undefined> & {
  planted: string | undefined;
  scenario: string | undefined;
  rights: string | undefined;
  stopsAtFirst: boolean;
  isWorker: boolean;
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
    scenario: argv.includes("--scenario") ? (wordAfter("scenario") ?? "") : undefined,
    stopsAtFirst: argv.includes("--plant"),
    isWorker: argv.includes("--worker"),
  };
  if (Object.values(options).some(Number.isNaN)) throw new Error(USAGE);
  return options;
}
