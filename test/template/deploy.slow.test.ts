import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { checkCommand } from "../../infra/aws/check-command.ts";
import { synthesizeDev } from "../rehearsal/dev-assembly.ts";
import { type Ended, runNode } from "../support/deployer-shell.ts";
import { describedStack, type FakeAws, startAws } from "../support/fake-aws.ts";

/** What a test says that is deployed: the values of secrets, the table and the domain in use. This AWS knows of nothing else. */
const secrets: Record<string, string> = {};
let deployedTable: string | undefined;
let deployedDomain: string | undefined;
let deployedMore: Record<string, string> = {};
let denied = false;
let concurrency: number | undefined;
/** The account's trails, and whether they are logging. undefined: nobody may ask. */
let trails: { home: string; everywhere?: boolean; isLogging: boolean }[] | undefined;
let aws: FakeAws;
const home = mkdtempSync(join(tmpdir(), "payments-deploy-"));

const NO_STACK = `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code>
  <Message>Stack with id payments-staging does not exist</Message></Error></ErrorResponse>`;

const stackWith = (TableName: string) =>
  describedStack({
    TableName,
    ...(deployedDomain && {
      ApiUrl: `https://${deployedDomain}`,
      ApiDomainTarget: "d-1.execute-api.example",
    }),
    ...deployedMore,
  });

const GOOD_SECRETS = {
  processor: '{"secretKey":"sk_live_1","publishableKey":"pk_live_1"}',
  webhook: '{"secrets":["whsec_of_this_test_1234"]}',
  "callback-key": "k".repeat(64),
};

const DENIED = `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code>
  <Message>not authorized to perform: cloudformation:DescribeStacks</Message></Error></ErrorResponse>`;

function answerTo(question: string, body: string) {
  if (denied) return { status: 403, body: DENIED };
  if (question === "DescribeStacks")
    return deployedTable === undefined
      ? { status: 400, body: NO_STACK }
      : { status: 200, body: stackWith(deployedTable) };
  if (question.includes("account-settings"))
    return concurrency === undefined
      ? { status: 403, body: '{"Message":"no"}' }
      : { status: 200, body: JSON.stringify({ AccountLimit: accountLimit(concurrency) }) };
  if (question.includes("CloudTrail")) return trailAnswer(question, body);
  const SecretString = secrets[/"SecretId":"payments\/\w+\/([\w-]+)"/.exec(body)?.[1] ?? ""];
  return SecretString === undefined ? undefined : { status: 200, body: JSON.stringify({ SecretString }) };
}

function trailAnswer(question: string, body: string) {
  if (trails === undefined) return { status: 400, body: '{"__type":"AccessDeniedException"}' };
  const arn = (nth: number) => `arn:aws:cloudtrail:eu-west-1:111122223333:trail/t${nth}`;
  const trailList = trails.map(({ home, everywhere = false }, nth) => ({
    ...{ TrailARN: arn(nth), HomeRegion: home, IsMultiRegionTrail: everywhere },
  }));
  const { Name = "" } = JSON.parse(body) as { Name?: string };
  const IsLogging = trails[Number(Name.slice(-1))]?.isLogging;
  return {
    status: 200,
    body: JSON.stringify(question.endsWith("DescribeTrails") ? { trailList } : { IsLogging }),
  };
}

const TRAIL = { home: "eu-west-1", isLogging: true };

/** All that is reserved, by this stack or another. */
let reserved = 0;
const accountLimit = (total: number) => ({
  ConcurrentExecutions: total,
  UnreservedConcurrentExecutions: total - reserved,
});

beforeAll(async () => {
  aws = await startAws("arn:aws:iam::111122223333:user/ada", answerTo);
});

afterAll(() => {
  aws.server.close();
  rmSync(home, { recursive: true, force: true });
});

const CREDENTIALS = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };

const run = (command: string, args: string, variables: Record<string, string> = {}) =>
  ask(`infra/aws/cdk.ts ${command} ${args}`, variables);

function ask(line: string, variables: Record<string, string>): Promise<Ended> {
  aws.questions.length = 0;
  return runNode(line, aws, { HOME: home, ...variables });
}

const STAGING = "-c env=staging -c region=eu-west-1 -c alarmEmail=oncall@example.com";

it.each<[string, string, Record<string, string>, string]>([
  ["synth", "", {}, "Pass an environment: -c env=dev|staging|prod."],
  [
    "deploy",
    `${STAGING} -c account=111122223333`,
    {},
    "There are no AWS credentials. Sign in (aws sso login) or set AWS_PROFILE.",
  ],
])("one clear line and nothing deployed: %s %s", async (command, args, credentials, line) => {
  expect(await run(command, args, credentials)).toEqual({ code: 1, output: `${line}\n` });
  expect(aws.questions.filter((question) => question !== "GetCallerIdentity")).toEqual([]);
});

it("the account is bootstrapped by the runbook's own line, which names no environment of ours", async () => {
  const [, args] =
    /`npx cdk (bootstrap [^`]+)`/.exec(readFileSync("infra/runbooks/deploying.md", "utf8")) ?? [];
  const cdk = createRequire(import.meta.url).resolve("aws-cdk/bin/cdk");
  const { output } = await ask(`"${cdk}" ${args}`, CREDENTIALS);
  expect(output).not.toContain("Subprocess exited with error");
  expect(aws.questions).toContain("DescribeStacks");
});

describe("before a deploy", () => {
  /** As the command asks it, in this process: that what is wrong is printed, and nothing deployed, is shown above. */
  const rejectionOf = (line: string): Promise<string> =>
    checkCommand("deploy", line.split(" ")).then(
      () => "",
      (error: Error) => error.message,
    );
  const ON_STAGING = `${STAGING} -c account=111122223333`;
  const LOOKED_AT_STACK = new Set(["GetCallerIdentity", "DescribeStacks"]);

  beforeEach(() => {
    trails = [TRAIL];
    aws.questions.length = 0;
    const shell = {
      ...CREDENTIALS,
      AWS_ENDPOINT_URL: aws.url,
      AWS_PROFILE: undefined,
      AWS_REGION: undefined,
    };
    for (const [name, value] of Object.entries(shell)) vi.stubEnv(name, value);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    denied = false;
    deployedTable = undefined;
    deployedDomain = undefined;
    concurrency = undefined;
    trails = [TRAIL];
    reserved = 0;
    deployedMore = {};
    for (const name of Object.keys(secrets)) delete secrets[name];
  });

  it("an environment that lacks a setting is rejected, and nobody is asked", async () => {
    expect(await rejectionOf("--context env=prod -c account=111122223333 -c region=eu-west-1")).toBe(
      "The environment prod needs alarmEmail. Pass -c alarmEmail=…, or write it into infra/aws/environments.ts.",
    );
    expect(aws.questions).toEqual([]);
  });

  it("credentials of another account are rejected, and asked for nothing else", async () => {
    expect(await rejectionOf(`${STAGING} -c account=444455556666`)).toBe(
      "The environment staging is in account 444455556666; these credentials are arn:aws:iam::111122223333:user/ada in account 111122223333.",
    );
    expect(aws.questions).toEqual(["GetCallerIdentity"]);
  });

  it.each([
    ["", "It is empty."],
    ['{"secrets":[],"placeholder":"x9"}', "It is wrong: secrets. It is still the placeholder of the first"],
  ])("a stack whose secret does not serve is rejected: %j", async (value, says) => {
    deployedTable = "payments-staging";
    Object.assign(secrets, { ...GOOD_SECRETS, webhook: value });
    const rejection = await rejectionOf(ON_STAGING);
    expect(rejection).toContain(`Secrets of staging are not usable. payments/staging/webhook: ${says}`);
    expect(rejection).not.toContain("\n");
    expect(new Set(aws.questions)).toEqual(new Set([...LOOKED_AT_STACK, "secretsmanager.GetSecretValue"]));
  });

  it("a checkout on which a restored table is not written is rejected, because that table would be forgotten", async () => {
    deployedTable = "payments-staging-restored";
    expect(await rejectionOf(ON_STAGING)).toBe(
      "The stack payments-staging uses the table payments-staging-restored, but this checkout names payments-staging. " +
        "To change the table, pass -c table=payments-staging (infra/runbooks/restore.md).",
    );
    expect(new Set(aws.questions)).toEqual(LOOKED_AT_STACK);
  });

  it.each(["", " -c leaveDomain=other.example.com"])(
    "a domain is not lost to a checkout in which it is not written:%s",
    async (rest) => {
      deployedTable = "payments-staging";
      deployedDomain = "pay.example.com";
      expect(await rejectionOf(`${ON_STAGING}${rest}`)).toBe(
        "The stack payments-staging answers at pay.example.com, and this deploy would remove that address. Write it into " +
          "infra/aws/environments.ts. To remove it, pass -c leaveDomain=pay.example.com.",
      );
      expect(new Set(aws.questions)).toEqual(LOOKED_AT_STACK);
    },
  );

  it("a domain is left where that was said", async () => {
    deployedTable = "payments-staging";
    deployedDomain = "pay.example.com";
    // The next check is met, and finds that secrets do not serve.
    Object.assign(secrets, { webhook: "" });
    expect(await rejectionOf(`${ON_STAGING} -c leaveDomain=pay.example.com`)).toContain(
      "Secrets of staging are not usable.",
    );
  });

  it("an index is removed one release after the last query of it", async () => {
    deployedTable = "payments-staging";
    deployedMore = { QueriedIndexes: "due,payments-by-color" };
    expect(await rejectionOf(ON_STAGING)).toBe(
      "The stack payments-staging still queries payments-by-color, which this checkout removes from the table. First " +
        "deploy a release that does not query it, then the one that removes it.",
    );
    deployedMore = { QueriedIndexes: "due" };
    Object.assign(secrets, { webhook: "" });
    expect(await rejectionOf(ON_STAGING)).toContain("Secrets of staging are not usable.");
  });

  describe("going back", () => {
    const stacksOf = async (line: string) =>
      (await checkCommand("deploy", line.split(" "))).filter((_, nth, all) => nth < all.indexOf("-c"));
    const LEAVES_DATA = ["payments-staging", "--exclusively"];

    beforeEach(() => {
      concurrency = 1000;
      deployedTable = "payments-staging";
      Object.assign(secrets, GOOD_SECRETS);
    });

    it("takes in the logs that a function has left which is there again: their names are taken", async () => {
      expect(await stacksOf(ON_STAGING)).toEqual(["--all"]);
      expect(await stacksOf(`${ON_STAGING} -c atOnce=true`)).toEqual([
        "--all",
        "--import-existing-resources",
      ]);
    });

    it("past a release that has added an index deploys the service alone, which does not query it", async () => {
      deployedMore = { QueriedIndexes: "due,payments-by-color" };
      expect(await stacksOf(`${ON_STAGING} -c atOnce=true`)).toEqual(LEAVES_DATA);
    });
  });

  const ON_PROD = "-c env=prod -c region=eu-west-1 -c account=111122223333 -c alarmEmail=oncall@example.com";

  describe("the trail that the data's key is watched by", () => {
    const NONE = /^No CloudTrail trail records this region, .*deploying\.md, step 4\.$/;

    beforeEach(() => {
      concurrency = 1000;
    });

    it.each<[string, typeof trails, RegExp]>([
      ["one of this region", [TRAIL], /^$/],
      ["one of all regions", [{ ...TRAIL, home: "us-east-1", everywhere: true }], /^$/],
      ["the second, where the first has stopped", [{ ...TRAIL, isLogging: false }, TRAIL], /^$/],
      ["none", [], NONE],
      ["one of another region", [{ ...TRAIL, home: "us-east-1" }], NONE],
      ["one that has stopped", [{ ...TRAIL, isLogging: false }], NONE],
      [
        "what may not be asked",
        undefined,
        /Allow cloudtrail:DescribeTrails and cloudtrail:GetTrailStatus\.$/,
      ],
    ])("%s", async (_, given, rejection) => {
      trails = given;
      expect(await rejectionOf(ON_PROD)).toMatch(rejection);
    });

    it("is not asked for where no data is kept", async () => {
      trails = [];
      expect(await rejectionOf(ON_STAGING)).toBe("");
    });
  });

  describe("the account's concurrency", () => {
    it("is asked of Lambda and told to cdk", async () => {
      concurrency = 1000;
      const line = ON_PROD.split(" ");
      expect(await checkCommand("deploy", line)).toEqual([
        "--all",
        ...["-c", "accountConcurrency=1000"],
        ...["-c", "reservedElsewhere=0"],
      ]);
      expect(await checkCommand("synth", line)).toEqual([]);
    });

    it("is told with whether the service stands, which then has termination protection", async () => {
      concurrency = 1000;
      deployedTable = "payments-prod";
      Object.assign(secrets, GOOD_SECRETS);
      expect(await checkCommand("deploy", ON_PROD.split(" "))).toContain("isDeployed=true");
    });

    it("a new account's concurrency is too small for production, and enough for staging", async () => {
      concurrency = 10;
      expect(await rejectionOf(ON_PROD)).toMatch(
        /^The environment prod reserves 890 .* but its account has 10\./,
      );
      expect(await rejectionOf(ON_STAGING)).toBe("");
    });

    it("what another stack has reserved is missing for production, and what this one has reserved is not", async () => {
      concurrency = 1000;
      reserved = 900;
      expect(await rejectionOf(ON_PROD)).toMatch(/its account has 1000, of which other stacks reserve 900\./);
      deployedTable = "payments-staging";
      deployedMore = { ReservedConcurrency: "890" };
      expect(await checkCommand("deploy", ON_STAGING.split(" "))).toContain("reservedElsewhere=10");
    });

    it("must be readable", async () => {
      expect(await rejectionOf(ON_STAGING)).toMatch(/Allow lambda:GetAccountSettings\.$/);
    });
  });

  it("credentials that may not look at the stack deploy nothing, because they cannot tell which table it uses", async () => {
    denied = true;
    expect(await rejectionOf(ON_STAGING)).toBe("These credentials may not read the stack payments-staging.");
  });
});

it("synthesizes without any credentials, and without asking AWS anything", async () => {
  const { questions } = await synthesizeDev();
  expect(questions).toEqual([]);
});

it("goes on with the right account, and only then", async () => {
  // What was just synthesized serves here as well: this is about the way to AWS.
  const { folder } = await synthesizeDev();
  concurrency = 1000;
  const { code } = await run(
    "deploy",
    `${STAGING} -c account=111122223333 --app "${folder}" --require-approval never`,
    CREDENTIALS,
  );
  const [first, ...others] = aws.questions;
  expect(first).toBe("GetCallerIdentity");
  // Beyond what our own checks ask.
  expect(
    others.filter((question) => !/DescribeStacks|account-settings/.test(question)).length,
  ).toBeGreaterThan(0);
  // This AWS knows nothing of stacks.
  expect(code).not.toBe(0);
});
