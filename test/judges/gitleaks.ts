import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildGo, goVersion, ROOT, run } from "./toolchain.ts";
import { type Finding, type Judge, NotJudged } from "./verdict.ts";

const MODULE = "github.com/zricethezav/gitleaks/v8";

type Leak = { RuleID: string; File: string; StartLine: number; Commit: string; Secret: string };

/** Looks through every commit for keys and passwords. A finding names a secret by its hash, never by itself. */
export const gitleaks: Judge = {
  title: "gitleaks looks for secrets in every commit",
  needs: ["go", "git"],
  planted: [
    { mistake: "a live key in the newest commit", finding: /^stripe-access-token / },
    { mistake: "a private key in a commit that a later one takes back", finding: /^private-key / },
  ],
  async judge({ planted }) {
    const program = await buildGo("gitleaks", MODULE);
    const repository = planted ? await plantedCopy() : ROOT;
    try {
      const count = await wholeHistory(repository);
      const findings = await leaksIn(program, repository, planted ? "-3" : "HEAD");
      const tools = [`gitleaks ${goVersion("gitleaks", MODULE)}`];
      return { tools, judged: "commits of this branch", count, findings };
    } finally {
      if (planted) rmSync(repository, { recursive: true, force: true });
    }
  },
};

async function wholeHistory(repository: string): Promise<number> {
  const shallow = await run("git", ["rev-parse", "--is-shallow-repository"], { cwd: repository });
  if (shallow.stdout.trim() !== "false") throw new NotJudged("the whole history is not here");
  const { stdout } = await run("git", ["rev-list", "--count", "HEAD"], { cwd: repository });
  return Number(stdout);
}

async function leaksIn(program: string, repository: string, commits: string): Promise<Finding[]> {
  // Its report goes to its output only, so that a secret that it finds is not written once more.
  const args = [
    "git",
    "--no-banner",
    "--exit-code",
    "0",
    "-f",
    "json",
    "-r",
    "-",
    "--log-opts",
    commits,
    ".",
  ];
  const { status, stdout, stderr } = await run(program, args, { cwd: repository });
  if (status !== 0) throw new Error(`gitleaks failed: ${stderr}`);
  return (JSON.parse(stdout) as Leak[]).map((leak) => {
    const hash = createHash("sha256").update(leak.Secret).digest("hex").slice(0, 12);
    return {
      what: `${leak.RuleID} ${hash}`,
      detail: `${leak.File}, line ${leak.StartLine}, commit ${leak.Commit.slice(0, 8)}`,
    };
  });
}

/** A copy of the repository with a leaked key, and one that was leaked and taken back. */
async function plantedCopy(): Promise<string> {
  const copy = join(mkdtempSync(join(tmpdir(), "judge-gitleaks-")), "copy");
  await run("git", ["clone", "--quiet", "--shared", ROOT, copy]);
  const author = ["-c", "user.name=judge", "-c", "user.email=judge@example.com"];
  const commit = (title: string) =>
    run("git", [...author, "commit", "--quiet", "--no-verify", "-m", title], { cwd: copy });
  const key = randomBytes(1200).toString("base64");
  appendFileSync(
    join(copy, "planted.ts"),
    `-----BEGIN ${"RSA"} PRIVATE KEY-----\n${key}\n-----END ${"RSA"} PRIVATE KEY-----\n`,
  );
  await run("git", ["add", "planted.ts"], { cwd: copy });
  await commit("Leak a private key");
  await run("git", ["rm", "--quiet", "planted.ts"], { cwd: copy });
  await commit("Take it back");
  appendFileSync(join(copy, "planted.ts"), `const key = "sk_live_${randomBytes(24).toString("hex")}";\n`);
  await run("git", ["add", "planted.ts"], { cwd: copy });
  await commit("Leak a key");
  return copy;
}
