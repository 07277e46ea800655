import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { buildProgram } from "../../infra/operator/program.ts";
import packageJson from "../../package.json" with { type: "json" };
import { resourcesOfType } from "./support/resources.ts";
import { dataTemplateOf, fullestTemplate, templateOf } from "./support/templates.ts";

const RUNBOOKS = join(import.meta.dirname, "../../infra/runbooks");

const PAGES = globSync("*.md", { cwd: RUNBOOKS }).map((file) => ({
  name: basename(file, ".md"),
  text: readFileSync(join(RUNBOOKS, file), "utf8"),
}));

const ALARMS = resourcesOfType(fullestTemplate(), "AWS::CloudWatch::Alarm").map(({ Properties }) => ({
  name: String(Properties.AlarmName).replace("payments-prod-", ""),
  page: /infra\/runbooks\/([a-z-]+)\.md/.exec(String(Properties.AlarmDescription))?.[1] ?? "none",
}));

/** No alarm leads here: one reads them beforehand. */
const PAPERS = [
  "adopt-table",
  "callback-key",
  "data-key",
  "deploying",
  "destroying",
  "limits",
  "platform-events",
  "restore",
];

/** Their alarms differ only in what they watch: a function, a vault. */
const UNLISTED = ["canary", "copies-failed"];

it.each(ALARMS)(
  "the alarm $name has its page, which says what it means, where to look and what to do",
  ({ page }) => {
    const text = PAGES.find(({ name }) => name === page)?.text;
    expect(text).toMatch(
      /^# .+\n\n\*\*What it means\.\*\* [\s\S]+\n## Look\n[\s\S]+\n## Do\n[\s\S]+\n\*\*It is over when\*\* /,
    );
  },
);

it("a page of several alarms says what each of them has seen", () => {
  for (const [page, alarms] of Map.groupBy(ALARMS, (alarm) => alarm.page)) {
    const text = PAGES.find(({ name }) => name === page)?.text ?? "";
    const rows = alarms.filter(({ name }) => text.includes(`| \`${name}\` | `));
    if (alarms.length > 1 && !UNLISTED.includes(page)) expect(rows).toEqual(alarms);
  }
});

it("every page is an alarm's, or one of the papers", () => {
  const expected = [...new Set(ALARMS.map(({ page }) => page)), ...PAPERS];
  expect(PAGES.map(({ name }) => name).sort()).toEqual(expected.sort());
});

it.each(PAGES)("what $name refers to exists", ({ text }) => {
  // A name alone is a page beside it; with a folder it is counted from the project's root.
  const named = [...text.matchAll(/[\w./-]+\.md\b/g)].map(([path]) => path);
  const paths = named.map((path) =>
    path.includes("/") ? join(RUNBOOKS, "../..", path) : join(RUNBOOKS, path),
  );
  expect(paths.filter((path) => !existsSync(path) && !path.endsWith("README.md"))).toEqual([]);
  const scripts = [...text.matchAll(/npm run (?:-s )?([a-z]+)/g)].map(([, name = ""]) => name);
  expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});

it("the page of the first deploy names every topic whose mail must be confirmed: an alarm on any other reaches nobody", () => {
  const page = PAGES.find(({ name }) => name === "deploying")?.text ?? "";
  const topics = resourcesOfType(templateOf("prod"), "AWS::SNS::Topic").map(({ Properties }) =>
    String(Properties.TopicName).replace("payments-prod-", "payments-<env>-"),
  );
  expect(topics.filter((topic) => !page.includes(`\`${topic}\``))).toEqual([]);
});

it("a restore starts from the table in use, and waits until AWS takes what it asks of the new one", () => {
  const page = PAGES.find(({ name }) => name === "restore")?.text ?? "";
  const [, commands = ""] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
  expect(commands).toContain("--source-table-name $LOST ");
  for (const command of ["wait table-exists", "update-continuous-backups"])
    expect(commands).toMatch(new RegExp(`^ *until aws dynamodb ${command} [^\\n]+; do [^\\n]+; done$`, "m"));
});

/** Everything in the template that has a name, by that name. */
const NAMES = new Set(
  [templateOf("prod"), dataTemplateOf("prod")]
    .flatMap((template) =>
      Object.values(template.toJSON().Resources as Record<string, { Properties?: object }>),
    )
    .flatMap(({ Properties = {} }) =>
      Object.entries(Properties).flatMap(([property, value]) =>
        /(^|\w)Name$/.test(property) && typeof value === "string" ? [value] : [],
      ),
    ),
);

/** The stacks, and what lies in another region or account, or is made by hand. */
const OUTSIDE = [
  "payments-prod",
  "payments-prod-data",
  "payments-prod-copies",
  "payments-prod-last",
  "payments-prod-github",
  "payments-prod-platform-events",
];

it.each(PAGES)("what $name asks AWS about is in the stack", ({ text }) => {
  const commands = [...text.matchAll(/\baws [a-z0-9-]+ [^`\n]+/g)].map(([command]) => command);
  const named = commands.flatMap((command) => [
    ...command.matchAll(/(?:[\w./-]*[/_])?payments[-/]prod[\w/-]*/g),
  ]);
  // A schedule's or a stack's name begins so, and `:live` is an alias.
  const unknown = named.map(([name]) => name).filter((name) => !NAMES.has(name) && !OUTSIDE.includes(name));
  expect(unknown).toEqual([]);
});

/** Every text in the code of functions that stands between double quotes: what they log is among it. */
const QUOTED = new Set(
  globSync(["shared/**/*.ts", "functions/**/*.ts"], {
    cwd: join(RUNBOOKS, "../.."),
    exclude: (path) => path.includes("node_modules"),
  }).flatMap((file) =>
    [...readFileSync(join(RUNBOOKS, "../..", file), "utf8").matchAll(/"([^"\n]+)"/g)].map(([, text]) => text),
  ),
);

it.each(PAGES)("what $name looks for in the logs by its message is logged under that message", ({ text }) => {
  const messages = [...text.matchAll(/\$\.message = "([^"]+)"/g)].map(([, message]) => message);
  expect(messages.filter((message) => !QUOTED.has(message))).toEqual([]);
});

it("a query of the logs is sorted by a name that it gives, and its results are fetched: the first command answers an id", () => {
  const asking = PAGES.filter(({ text }) => text.includes("aws logs start-query"));
  expect(asking.map(({ name }) => name)).toEqual(["rejected-creates"]);
  for (const { text } of asking) {
    const [, sorted] = /\| sort (\w+)/.exec(text) ?? [];
    expect(text).toMatch(new RegExp(`stats [^|]+ as ${sorted} by `));
    expect(text).toContain("aws logs get-query-results --query-id");
  }
});

it.each(PAGES)(
  "what $name asks CodeDeploy about is a group, without which no application may be named",
  ({ text }) => {
    const asked = [...text.matchAll(/aws deploy list-deployments [^`\n]+/g)].map(([command]) => command);
    expect(asked.filter((command) => !/--deployment-group-name \S+/.test(command))).toEqual([]);
  },
);

/** `npm run operator -- …`, up to the end of the line or of the code span. */
const COMMANDS = PAGES.flatMap(({ name, text }) =>
  [...text.matchAll(/npm run operator -- ([^`\n#]+)/g)].map(([, line = ""]) => ({
    page: name,
    line: line.trim(),
  })),
);

/** The real parser, with every action taken out. */
function understands(line: string): Promise<Command> {
  const program = buildProgram();
  program.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  const disarm = (command: Command): void => {
    if (command.commands.length === 0) command.action(() => undefined);
    command.commands.forEach(disarm);
  };
  disarm(program);
  return program.parseAsync(line.split(/\s+/), { from: "user" });
}

describe("the operator's command line understands", () => {
  it.each(COMMANDS)("$line ($page)", async ({ line }) => {
    await expect(understands(line)).resolves.toBeDefined();
  });

  it("the operator's command line would not understand everything", async () => {
    await expect(understands("dead-letters bury --env prod")).rejects.toThrow();
    await expect(understands("events list --env prod")).rejects.toThrow();
    expect(COMMANDS.length).toBeGreaterThan(15);
  });
});
