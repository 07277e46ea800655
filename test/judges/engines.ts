import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Running, startBetween } from "./between.ts";
import { startEngine } from "./engines/start-engine.ts";
import { runTests } from "./run-tests.ts";
import { JUDGES, mavenJars, pythonPrograms } from "./toolchain.ts";
import type { Judge, Judgment } from "./verdict.ts";

const CONFIG = "vitest.config.ts";
const PLANTED_CONFIG = "test/judges/engines/planted.config.ts";

const folders = (...names: string[]): string[] => names.map((name) => `test/integration/${name}/`);
/** What goes through a queue. */
const QUEUED = folders(
  "attention",
  "callback-endpoints",
  "events",
  "events-api",
  "open-work",
  "payouts",
  "reconciliation",
);
/** What writes on conditions; the other folders ask for the same. */
const WRITTEN = [...QUEUED, ...folders("onboarding", "payments")];

/** Repeats creations under their keys: conditional writes that fail. */
const REPEATED = "test/integration/payments/payments.happy.test.ts";

/** Callbacks that fail, and are hidden in their queue until they are retried. */
const RETRIED = "test/integration/events/delivery.faults.test.ts";

const MOTO = "engines/moto.requirements.txt";
const VERSION = /<\/artifactId>\s*<version>([\d.]+)<\/version>\s*<\/dependency>/;
const ELASTICMQ = "engines/elasticmq.pom.xml";

/** Another DynamoDB hands over the item that a condition failed on. The embedded one does not, so the ledger reads it. */
export const moto: Judge = {
  title: "moto's DynamoDB runs the integration tests",
  needs: ["python3"],
  takesMinutes: true,
  planted: [
    {
      mistake: "the ledger reads the standing item in the wire's form",
      finding: /^integration\/payments\/payments\.happy\.test\.ts: /,
    },
    {
      mistake: "a DynamoDB that does not hand over the standing item",
      finding: /^no conditional write was told/,
    },
  ],
  async judge({ planted }) {
    const python = join(await pythonPrograms(MOTO), "python");
    const main = "from moto.server import main; main(['-H', '127.0.0.1', '-p', '0'])";
    const engine = await startEngine(python, ["-c", main], /Running on http:\/\/127\.0\.0\.1:(\d+)/);
    try {
      const ways: Way[] = planted
        ? [
            { tests: [REPEATED], config: PLANTED_CONFIG, isTold: true },
            { tests: [REPEATED], config: CONFIG, isTold: false },
          ]
        : [{ tests: WRITTEN, config: CONFIG, isTold: true }];
      const judgments: Judgment[] = [];
      for (const way of ways) judgments.push(await judgeWrites(engine, way));
      const [first] = judgments as [Judgment];
      return { ...first, findings: judgments.flatMap(({ findings }) => findings) };
    } finally {
      engine.stop();
    }
  },
};

/** A foreign queue lives by its own clock, so tests that move the service's clock past a retry are listed. */
export const elasticmq: Judge = {
  title: "ElasticMQ runs the integration tests that use queues",
  needs: ["java", "mvn"],
  takesMinutes: true,
  planted: [
    {
      mistake: "a message hidden for longer than a queue takes",
      finding: /^integration\/events\/delivery\./,
    },
  ],
  async judge({ planted }) {
    const jars = await mavenJars(ELASTICMQ);
    const args = ["-Xmx256m", ...queueSettings(), "-cp", join(jars, "*"), "org.elasticmq.server.Main"];
    const engine = await startEngine("java", args, /bind address 127\.0\.0\.1:(\d+)/);
    try {
      const env = { SQS_URL: engine.url };
      const chosen = planted
        ? { tests: [RETRIED], config: PLANTED_CONFIG }
        : { tests: QUEUED, config: CONFIG };
      const { files, count, failures } = await runTests({ ...chosen, env });
      return {
        tools: [`ElasticMQ ${pinned(ELASTICMQ, VERSION)}`],
        judged: `tests of ${files} files`,
        count,
        findings: failures,
      };
    } finally {
      engine.stop();
    }
  },
};

/** As AWS: its limits, and the region and account that our queues refer to each other by. */
const queueSettings = (): string[] =>
  Object.entries({
    "rest-sqs.enabled": "true",
    "rest-sqs.bind-hostname": "127.0.0.1",
    "rest-sqs.bind-port": "0",
    "rest-sqs.sqs-limits": "strict",
    "rest-stats.enabled": "false",
    "generate-node-address": "true",
    "aws.region": "us-east-1",
    "aws.accountId": "000000000000",
  }).map(([name, value]) => `-D${name}=${value}`);

type Way = { tests: string[]; config: string; isTold: boolean };

/** Counts in passing what the conditional writes were told, so that the branch is known to be taken. */
async function judgeWrites(engine: Running, { tests, config, isTold }: Way): Promise<Judgment> {
  let rejected = 0;
  let told = 0;
  const answered = (_path: string, body: string) => {
    if (!body.includes("ConditionalCheckFailedException")) return body;
    rejected++;
    const { Item, ...rest } = JSON.parse(body);
    if (!isTold) return JSON.stringify(rest);
    if (Item) told++;
    return body;
  };
  const between = await startBetween(engine.url, { answered, oneAtATime: true });
  try {
    const { files, count, failures } = await runTests({ tests, config, env: { DYNAMODB_URL: between.url } });
    const findings =
      told > 0 ? failures : [...failures, { what: "no conditional write was told the standing item" }];
    const judged = `tests of ${files} files (${told} of ${rejected} rejected writes were told the standing item)`;
    return { tools: [`moto ${pinned(MOTO, /^moto==(\S+)/m)}`], judged, count, findings };
  } finally {
    between.stop();
  }
}

/** The version in a file that pins it. */
const pinned = (file: string, version: RegExp): string =>
  version.exec(readFileSync(join(JUDGES, file), "utf8"))?.[1] ?? "of unknown version";
