import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cleanUp, SpawnedStack, temporaryFolder } from "../support/spawned-stack.ts";
import { startBetween, startReceiver } from "./between.ts";
import { pathOf, plantedAnswer, shownAnswer } from "./generated-clients/answers.ts";
import { SAMPLED, samplePrograms } from "./generated-clients/samples.ts";
import { CACHE, GO, JUDGES, mavenJars, pythonPrograms, type Ran, ROOT, run } from "./toolchain.ts";
import type { Finding, Judge } from "./verdict.ts";

const FOLDER = join(JUDGES, "generated-clients");
const GUIDE = join(ROOT, "shared/contract/clients.md");

/** How one language makes its client and runs programs: after the guide's command, in a folder of its own. */
type Language = {
  name: "Go" | "Python" | "Java";
  tool: string;
  env: NodeJS.ProcessEnv;
  /** Puts what the command and the order need into the folder. */
  prepare(folder: string): void;
  /** What the generator complains about in what it prints. */
  warnings(printed: string): string[];
  /** Compiles the order with the generated client; a failure is a finding. */
  compile(folder: string): Promise<Ran>;
  order(folder: string, env: NodeJS.ProcessEnv): Promise<Ran>;
};

type Line = { library: string } | { check: string; ok: boolean; detail?: string };

/**
 * Other generators read our document, by the commands of the guide "Clients in other languages". What they make buys,
 * captures, refunds and lists at a local stack, and Standard Webhooks' libraries verify its callbacks. The reference's
 * samples of these languages are compiled and run as they are printed.
 */
export const generatedClients: Judge = {
  title: "clients that others' generators make in Go, Python and Java use the service",
  needs: ["go", "java", "javac", "mvn", "python3"],
  takesMinutes: true,
  planted: [
    { mistake: "an amount as a text", finding: /^Go: pays at the processor and captures/ },
    { mistake: "a required field that no answer has", finding: /^Python: refunds a part/ },
    { mistake: "a callback that was changed on its way", finding: /^Java: callbacks are verified/ },
    { mistake: "a sample of another path", finding: /^Go: the sample of getPayment/ },
  ],
  async judge({ planted }) {
    const tools: string[] = [];
    const findings: Finding[] = [];
    let count = 0;
    for (const language of await languages()) {
      tools.push(language.tool);
      try {
        const lines = await judgeLanguage(language, planted);
        for (const line of lines) {
          if ("library" in line) tools.push(line.library);
          else count++;
          if ("check" in line && !line.ok)
            findings.push({ what: `${language.name}: ${line.check}`, detail: line.detail ?? "" });
        }
      } finally {
        await cleanUp();
      }
    }
    return { tools, judged: "warnings, checks and samples in Go, Python and Java", count, findings };
  },
};

/** How the guide verifies Svc-Signature in Go. */
const goSample = (): string =>
  /^```go\n([\s\S]*?)```/m.exec(readFileSync(join(ROOT, "shared/contract/integrating.md"), "utf8"))?.[1] ??
  "";

async function judgeLanguage(language: Language, planted: boolean): Promise<Line[]> {
  const folder = join(CACHE, "generated-clients", language.name.toLowerCase());
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  language.prepare(folder);
  const stack = await SpawnedStack.start(temporaryFolder(), { env: { LOG_LEVEL: "WARN" } });
  const between = await startBetween(stack.demo.baseUrl, {
    pathOf,
    answered: (url, body) => shownAnswer(url, planted ? plantedAnswer(url, body) : body),
  });
  const receiver = await startReceiver(({ body, headers }) => ({
    body: planted ? body.replace('"createdAt":"2', '"createdAt":"3') : body,
    headers,
  }));
  const env = {
    ...language.env,
    BASE_URL: between.url,
    API_KEY: stack.demo.apiKey,
    PROCESSOR_URL: stack.demo.processorUrl,
    RECEIVER: receiver.url,
  };
  try {
    return [
      ...(await generate(language, folder, env)),
      ...(await orderOf(language, folder, env)),
      ...(await samplesOf(language, stack, env, planted)),
    ];
  } finally {
    between.stop();
    receiver.stop();
  }
}

/** The command of the language's part of the guide, as it is printed there. */
function commandOf(name: string): string {
  const part = new RegExp(`^## ${name}\\n.*?^\`\`\`sh\\n(.*?)^\`\`\``, "ms").exec(
    readFileSync(GUIDE, "utf8"),
  );
  if (!part?.[1]) throw new Error(`The guide has no command for ${name}.`);
  return part[1];
}

async function generate(
  { name, warnings }: Language,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<Line[]> {
  const { status, stdout, stderr } = await run("sh", ["-c", commandOf(name)], { cwd: folder, env });
  const printed = stdout + stderr;
  const said = warnings(printed);
  return [
    { check: "the guide's command makes a client", ok: status === 0, detail: printed.slice(-1000) },
    ...said.map((warning) => ({ check: `the generator warns: ${warning}`, ok: false })),
  ];
}

async function orderOf(language: Language, folder: string, env: NodeJS.ProcessEnv): Promise<Line[]> {
  const compiled = await language.compile(folder);
  const check = { check: "the client compiles", ok: compiled.status === 0 };
  if (!check.ok) return [{ ...check, detail: (compiled.stderr + compiled.stdout).slice(0, 1000) }];
  const { status, stdout, stderr } = await language.order(folder, env);
  if (status !== 0) throw new Error(`The order in ${language.name} failed: ${stderr.slice(-2000)}`);
  const lines = stdout.trim().split("\n");
  return [check, ...lines.map((line) => JSON.parse(line) as Line)];
}

/** Each is run on a payment of its own. What it prints must name what the operation answers. */
async function samplesOf(
  { name }: Language,
  stack: SpawnedStack,
  env: NodeJS.ProcessEnv,
  planted: boolean,
): Promise<Line[]> {
  const folder = join(CACHE, "generated-clients", `${name.toLowerCase()}-samples`);
  const { compiled, start } = await samplePrograms(name, folder, { stack, env, planted });
  const lines: Line[] = [
    { check: "every sample compiles", ok: compiled.status === 0, detail: compiled.stderr.slice(0, 1000) },
  ];
  if (compiled.status !== 0) return lines;
  for (const [id, expected] of Object.entries(SAMPLED)) {
    const { status, stdout, stderr } = await start(id);
    const ok = status === 0 && expected.test(stdout);
    lines.push({ check: `the sample of ${id} is run`, ok, detail: (stdout + stderr).slice(0, 500) });
  }
  return lines;
}

async function languages(): Promise<Language[]> {
  const programs = await pythonPrograms("generated-clients/requirements.txt");
  const jars = await mavenJars("generated-clients/pom.xml");
  const [generator = "", others] = [
    globSync("openapi-generator-cli-*.jar", { cwd: jars })[0],
    globSync("*.jar", { cwd: jars }).filter((jar) => !jar.startsWith("openapi-generator-cli-")),
  ];
  const versionIn = (pattern: RegExp, text: string) => pattern.exec(text)?.[1] ?? "";
  const classPath = others.map((jar) => join(jars, jar)).join(delimiter);
  const python = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` };
  return [
    {
      name: "Go",
      tool: `oapi-codegen ${versionIn(/oapi-codegen@v(\S+)/, commandOf("Go"))}`,
      env: GO,
      prepare: (folder) => {
        for (const file of ["go.mod", "go.sum", "main.go"]) cpSync(join(FOLDER, file), join(folder, file));
        writeFileSync(join(folder, "genuine.go"), `package main\n\n${goSample()}`);
      },
      warnings: (printed) => printed.split("\n").filter((line) => line && !/^go: downloading /.test(line)),
      compile: (folder) => run("go", ["build", "-o", "order", "."], { cwd: folder, env: GO }),
      order: (folder, env) => run(join(folder, "order"), [], { env }),
    },
    {
      name: "Python",
      tool: `openapi-python-client ${versionIn(/openapi-python-client==(\S+)/, requirements())}`,
      env: python,
      prepare: () => undefined,
      warnings: (printed) => printed.split("\n").filter((line) => /warning|skipping/i.test(line)),
      compile: (folder) =>
        run("python", ["-m", "compileall", "-q", join(folder, "payments-client")], { env: python }),
      order: (folder, env) =>
        run("python", [join(FOLDER, "order.py")], {
          env: { ...env, PYTHONPATH: join(folder, "payments-client") },
        }),
    },
    {
      name: "Java",
      tool: generator.replace(/-cli-(.*)\.jar$/, " $1"),
      env: process.env,
      prepare: (folder) => symlinkSync(join(jars, generator), join(folder, generator)),
      warnings: (printed) =>
        [...printed.matchAll(/^\[\w+\] (?:WARN|ERROR) +(.*)$/gm)].map(([, warning = ""]) => warning),
      compile: (folder) => {
        const sources = globSync("payments-client/src/main/**/*.java", { cwd: folder });
        writeFileSync(join(folder, "sources"), [...sources, join(FOLDER, "Order.java")].join("\n"));
        const options = ["-nowarn", "-proc:none", "-d", "classes", "-cp", classPath];
        return run("javac", [...options, "@sources"], { cwd: folder });
      },
      order: (folder, env) => {
        const version =
          others.find((jar) => jar.startsWith("standardwebhooks"))?.match(/\d[\d.]*\d/)?.[0] ?? "";
        return run("java", ["-cp", `${join(folder, "classes")}${delimiter}${classPath}`, "Order", version], {
          env,
        });
      },
    },
  ];
}

const requirements = () => readFileSync(join(FOLDER, "requirements.txt"), "utf8");
