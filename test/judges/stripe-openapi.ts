import { API_VERSION } from "../../infra/simulator/world/build-event.ts";
import { distinct, recording } from "./stripe-openapi/feed.ts";
import { plant } from "./stripe-openapi/plant.ts";
import { buildGo, goVersion, run } from "./toolchain.ts";
import type { Finding, Judge } from "./verdict.ts";

const MOCK = "github.com/stripe/stripe-mock";
const SCHEMAS = "github.com/getkin/kin-openapi";

const ALL = ["test/integration", "test/security"];
const FEW = ["test/integration/simulator"];

/** What the Go program says at its end. */
type Counts = {
  version: string;
  exchanges: number;
  rejections: number;
  events: number;
  routes: string[];
};

/**
 * Everything that the simulator is asked in the tests, answers and sends, held to the processor's own OpenAPI document.
 * The document is older than our version of the API: what is younger is listed. It says nothing of connected accounts,
 * states, or rules between fields.
 */
export const stripeOpenapi: Judge = {
  title: "Stripe's OpenAPI document judges what the simulator takes, answers and sends",
  needs: ["go"],
  takesMinutes: true,
  planted: [
    {
      mistake: "a parameter that Stripe does not have",
      finding: /: parameter amuont is not in the document$/,
    },
    {
      mistake: "an amount that is no number",
      finding: /^POST \/v1\/payment_intents is rejected: .*'amount'/,
    },
    {
      mistake: "a field that Stripe does not send",
      finding: /^payment_intent\.planted is not in the document$/,
    },
    { mistake: "a field that is missing", finding: /^payment_intent\.livemode is missing$/ },
    { mistake: "a kind that Stripe does not know", finding: /^charge\.status: "planted" is not in/ },
    { mistake: "a rejection of another form", finding: /type: "planted" is not in the document$/ },
  ],
  async judge({ planted }) {
    const program = await buildGo("stripe-openapi");
    const { recorded, failures } = await (planted ? recording("few", FEW) : recording("all", ALL));
    const lines = distinct(planted ? plant(recorded) : recorded);
    const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const { status, stdout, stderr } = await run(program, [], { input });
    if (status !== 0) throw new Error(`The judge failed: ${stderr}`);
    const output = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Finding | Counts);
    const counts = output.pop() as Counts;
    const { exchanges, rejections, events, routes, version } = counts;
    return {
      tools: [
        `stripe-mock ${goVersion("stripe-openapi", MOCK)} (API ${version}, ours is ${API_VERSION})`,
        `kin-openapi ${goVersion("stripe-openapi", SCHEMAS)}`,
      ],
      judged: `${exchanges} distinct requests with their answers on ${routes.length} routes, ${rejections} rejections, ${events} events`,
      count: exchanges + rejections + events,
      findings: [...(output as Finding[]), ...failures],
    };
  },
};
