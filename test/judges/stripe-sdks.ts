import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "../../infra/simulator/simulator.ts";
import { API_VERSION } from "../../infra/simulator/world/build-event.ts";
import { startBetween, startReceiver } from "./between.ts";
import { buildGo, JUDGES, mavenJars, pythonPrograms, type Ran, run } from "./toolchain.ts";
import type { Finding, Judge } from "./verdict.ts";

const SECRET_KEY = "sk_test_simulator";
const WEBHOOK_SECRET = "whsec_judge";

type Line = { library: string; api: string } | { check: string; ok: boolean; detail?: string };

/**
 * Stripe's own libraries for Python, Go and Java do the same things with the simulator, each with an account of its own.
 * Where a library is older than our version of the API, its requests are sent as if they named ours.
 */
export const stripeSdks: Judge = {
  title: "Stripe's libraries for Python, Go and Java use the simulator",
  needs: ["go", "java", "mvn", "python3"],
  planted: [
    { mistake: "a list that ends after its first page", finding: /^Python: pages through/ },
    { mistake: "an amount as a text", finding: /^Go: a dispute is read/ },
    { mistake: "a webhook that was changed on its way", finding: /^Java: webhooks are signed/ },
  ],
  async judge({ planted }) {
    const programs: Record<string, (env: NodeJS.ProcessEnv) => Promise<Ran>> = await prepared();
    const libraries: string[] = [];
    const findings: Finding[] = [];
    let count = 0;
    for (const [language, start] of Object.entries(programs)) {
      const lines = await withSimulator({ planted }, start);
      for (const line of lines) {
        if ("library" in line) {
          libraries.push(`${line.library} (API ${line.api})`);
          if (line.api !== API_VERSION)
            findings.push({ what: `${language} speaks API ${line.api}, not ours` });
        } else {
          count++;
          if (!line.ok) findings.push({ what: `${language}: ${line.check}`, detail: line.detail ?? "" });
        }
      }
    }
    return { tools: libraries, judged: `checks against the simulator (API ${API_VERSION})`, count, findings };
  },
};

async function prepared() {
  const python = join(await pythonPrograms("stripe-sdks/requirements.txt"), "python");
  const go = await buildGo("stripe-sdks");
  const jars = await mavenJars("stripe-sdks/pom.xml");
  const file = (name: string) => join(JUDGES, "stripe-sdks", name);
  return {
    Python: (env: NodeJS.ProcessEnv) => run(python, [file("order.py")], { env }),
    Go: (env: NodeJS.ProcessEnv) => run(go, [], { env }),
    Java: (env: NodeJS.ProcessEnv) => run("java", ["-cp", join(jars, "*"), file("Order.java")], { env }),
  };
}

async function withSimulator(
  { planted }: { planted: boolean },
  start: (env: NodeJS.ProcessEnv) => Promise<Ran>,
): Promise<Line[]> {
  const stateDir = mkdtempSync(join(tmpdir(), "judge-stripe-sdks-"));
  const receiver = await startReceiver(({ body, headers }) => ({
    body: planted ? body.replace('"created": 1', '"created": 2') : body,
    signature: headers["stripe-signature"],
  }));
  const simulator = await startSimulator({
    stateDir,
    secretKey: SECRET_KEY,
    publishableKey: "pk_test_simulator",
    webhooks: [{ url: receiver.url, secret: WEBHOOK_SECRET, connect: true }],
  });
  const between = await startBetween(simulator.url, {
    asked(headers) {
      if (headers["stripe-version"]) headers["stripe-version"] = API_VERSION;
    },
    answered: (url, body) => (planted ? withMistakes(url, body) : body),
  });
  try {
    const account = await connectAccount(simulator.url);
    const env = {
      ...process.env,
      BASE: between.url,
      ACCOUNT: account,
      WEBHOOK_SECRET,
      RECEIVED: receiver.url,
    };
    const { status, stdout, stderr } = await start(env);
    if (status !== 0) throw new Error(`The program failed: ${stderr.slice(-2000)}`);
    return stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);
  } finally {
    between.stop();
    await simulator.stop();
    receiver.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

function withMistakes(url: string, body: string): string {
  if (url.startsWith("/v1/disputes")) return body.replace(/"amount": (\d+)/, '"amount": "$1 cents"');
  return body.replace('"has_more": true', '"has_more": false');
}

async function connectAccount(url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/accounts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${SECRET_KEY}` },
    body: new URLSearchParams({ country: "US" }),
  });
  const { id } = (await answer.json()) as { id: string };
  await fetch(`${url}/_simulator/accounts/${id}`, {
    method: "POST",
    body: JSON.stringify({ charges_enabled: true, payouts_enabled: true, details_submitted: true }),
  });
  return id;
}
