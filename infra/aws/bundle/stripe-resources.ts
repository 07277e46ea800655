import { readdirSync } from "node:fs";

/**
 * The parts of the processor's API that this service calls, as `stripe.<path>`. A test holds this list against the
 * calls in shared/processor.
 */
export const USED_STRIPE_RESOURCES: readonly string[] = [
  "paymentIntents",
  "refunds",
  "charges",
  "applicationFees",
  "disputes",
  "events",
  "balance",
  "balanceTransactions",
  "payouts",
  "accounts",
  "accountLinks",
  "customers",
  "setupIntents",
  "paymentMethods",
  "paymentMethodDomains",
  "v2.core.accounts",
  "v2.core.accountLinks",
  "terminal.connectionTokens",
  "terminal.locations",
  "terminal.readers",
];

const FOLDER = new URL("resources/", import.meta.resolve("stripe"));

/**
 * The SDK's client constructs every resource of the processor's API, so no bundler can tell which are used. Here the
 * rest become empty classes.
 */
export async function unusedStripeResources(): Promise<Record<string, string>> {
  const used = USED_STRIPE_RESOURCES.map(fileOf);
  // A namespace's index only gathers its members, and without it the used ones could not be reached.
  const leadsToUsed = (file: string) =>
    file.endsWith("/index.js") && used.some((one) => one.startsWith(file.replace("index.js", "")));
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".js") && !used.includes(file) && !leadsToUsed(file));
  return Object.fromEntries(await Promise.all(files.map(emptied)));
}

/** `terminal.readers` is implemented in resources/Terminal/Readers.js. */
const fileOf = (path: string): string => `${path.split(".").map(capitalized).join("/")}.js`;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

async function emptied(file: string): Promise<[file: string, standIn: string]> {
  const classes = Object.keys(await import(new URL(file, FOLDER).href));
  const standIn = classes.map((name) => `export class ${name} {}`).join("\n");
  return [`stripe/esm/resources/${file}`, standIn];
}
