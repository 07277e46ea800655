import { FUNCTIONS } from "../topology.ts";
import {
  ENVIRONMENT_NAMES,
  type Environment,
  findEnvironment,
  reservedIn,
  type Setting,
} from "./environments.ts";
import { tableNameOf } from "./names.ts";

/** What was given with `-c name=value`: cdk's own way, so that the app and our command read the same line. */
export type Context = (name: string) => unknown;

const EMAIL = { pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, example: "an email address" };
const FLAG = { pattern: /^(true|false)$/, example: "true or false" };
const NUMBER = { pattern: /^\d+$/, example: "a number" };

const SHAPES = {
  account: { pattern: /^\d{12}$/, example: "twelve digits" },
  region: { pattern: /^[a-z]{2}(-[a-z]+)+-\d$/, example: "a region such as eu-west-1" },
  alarmEmail: EMAIL,
  ticketEmail: EMAIL,
  contactEmail: EMAIL,
  table: { pattern: /^[A-Za-z0-9_.-]{3,255}$/, example: "a table's name such as payments-prod" },
  closed: FLAG,
  atOnce: FLAG,
  traces: FLAG,
  withoutTable: FLAG,
  isDeployed: FLAG,
  accountConcurrency: NUMBER,
  reservedElsewhere: NUMBER,
} satisfies Record<string, { pattern: RegExp; example: string }>;

/** The environment that the command line asks for, complete; or an error whose message is one line. */
export function chooseEnvironment(context: Context): Environment {
  const name = textOf(context("env"));
  if (name === undefined) throw new Error(`Pass an environment: -c env=${ENVIRONMENT_NAMES.join("|")}.`);
  const environment = findEnvironment(name);
  requireWrittenTable(environment, checked("table", context("table")));
  const chosen: Environment = {
    ...environment,
    ...chooseSettings(environment, context),
    ...(checked("closed", context("closed")) === "true" && { throttling: closed(environment.throttling) }),
    ...(checked("atOnce", context("atOnce")) === "true" && { atOnce: true }),
    ...(checked("traces", context("traces")) === "true" && { traces: true }),
    ...(checked("withoutTable", context("withoutTable")) === "true" && { withoutTable: true }),
    ...(checked("isDeployed", context("isDeployed")) === "true" && { isDeployed: true }),
    ...chooseConcurrency(
      environment,
      checked("accountConcurrency", context("accountConcurrency")),
      Number(checked("reservedElsewhere", context("reservedElsewhere")) ?? 0),
    ),
  };
  requireCertificateBeside(chosen);
  requireRoomBesideQueues(chosen);
  const missing = chosen.needs.filter((setting) => chosen[setting] === undefined);
  if (missing.length === 0) return chosen;
  const options = missing.map((setting) => `-c ${setting}=…`).join(" ");
  throw new Error(
    `The environment ${name} needs ${missing.join(", ")}. Pass ${options}, or write it into infra/aws/environments.ts.`,
  );
}

const NOTHING = { requestsPerSecond: 0, burst: 0 };

/** For a restore: all requests are rejected until the ledger is complete. A deploy without it opens the API. */
const closed = ({ routes }: Environment["throttling"]): Environment["throttling"] => ({
  api: NOTHING,
  routes: Object.fromEntries(Object.keys(routes).map((key) => [key, NOTHING])),
});

/**
 * A reservation counts all versions of a function. Where its queue may take all of it, a new version cannot be asked
 * whether it works while the queue is full, and the deploy that would fix it is rolled back.
 */
export function requireRoomBesideQueues({ reservedConcurrency }: Environment): void {
  for (const { name, consumes } of FUNCTIONS) {
    const reserved = reservedConcurrency[name];
    if (!consumes || reserved === undefined || reserved > consumes.maximumConcurrency) continue;
    throw new Error(
      `${name} reserves ${reserved} concurrent executions (infra/aws/environments.ts), and its queue may take ` +
        `${consumes.maximumConcurrency} (infra/topology.ts). Reserve at least ${consumes.maximumConcurrency + 1}.`,
    );
  }
}

/** AWS keeps so many of an account's executions for functions that reserve none. */
const UNRESERVABLE = 100;

/** Production is not deployed where its reservations do not fit; other environments go without. */
function chooseConcurrency(environment: Environment, given: string | undefined, elsewhere: number) {
  const { name, keepsData } = environment;
  const accountConcurrency = given === undefined ? environment.accountConcurrency : Number(given);
  const found = { accountConcurrency, reservedElsewhere: elsewhere };
  const reserved = reservedIn(environment);
  if (reserved + elsewhere + UNRESERVABLE <= accountConcurrency) return found;
  if (!keepsData) return { ...found, reservedConcurrency: {} };
  throw new Error(
    `The environment ${name} reserves ${reserved} concurrent executions, and AWS keeps ${UNRESERVABLE}, but its account has ` +
      `${accountConcurrency}${elsewhere > 0 ? `, of which other stacks reserve ${elsewhere}` : ""}. Request more in Service Quotas, or lower reservedConcurrency in infra/aws/environments.ts.`,
  );
}

const SETTINGS: readonly Setting[] = ["account", "region", "alarmEmail", "ticketEmail", "contactEmail"];

const chooseSettings = (environment: Environment, context: Context): Partial<Record<Setting, string>> =>
  Object.fromEntries(
    SETTINGS.flatMap((setting) => {
      const given = checked(setting, context(setting));
      return given === undefined ? [] : [[setting, agreed(environment, setting, given)]];
    }),
  );

/** Where production is, is written down: a line in an operator's shell must not move it. */
function agreed(environment: Environment, setting: Setting, given: string): string {
  const written = environment[setting];
  if (setting.endsWith("Email") || written === undefined || written === given) return given;
  throw new Error(
    `The environment ${environment.name} has ${setting} ${written} in infra/aws/environments.ts, not ${given}.`,
  );
}

/**
 * On the command line alone, the next deploy would return to the old table and forget every newer key. Saying it
 * confirms the change.
 */
function requireWrittenTable(environment: Environment, given: string | undefined): void {
  const written = tableNameOf(environment);
  if (given === undefined || given === written) return;
  throw new Error(
    `The environment ${environment.name} has table ${written} in infra/aws/environments.ts, not ${given}. Change it there first.`,
  );
}

/** API Gateway takes a certificate of its own account and region only, which CloudFormation would find out late. */
export function requireCertificateBeside({ name, domain, account, region }: Environment): void {
  const [, , , itsRegion, itsAccount] = domain?.certificateArn.split(":") ?? [];
  const elsewhere = (its: string | undefined, own: string | undefined) =>
    its !== undefined && own !== undefined && its !== own;
  if (!elsewhere(itsRegion, region) && !elsewhere(itsAccount, account)) return;
  const place = [region, account].filter((part) => part !== undefined).join(", ");
  throw new Error(
    `The certificate of ${domain?.name} is in ${itsRegion}, ${itsAccount}, but the environment ${name} is in ${place}. Use a certificate from there.`,
  );
}

function checked(setting: keyof typeof SHAPES, value: unknown): string | undefined {
  const text = textOf(value);
  const { pattern, example } = SHAPES[setting];
  if (text === undefined || pattern.test(text)) return text;
  throw new Error(`-c ${setting}=${JSON.stringify(text)} is not ${example}.`);
}

/** An option left empty by a script's unset variable is no option. */
const textOf = (value: unknown): string | undefined =>
  value === undefined || value === "" ? undefined : String(value);
