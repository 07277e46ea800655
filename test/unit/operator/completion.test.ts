import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { completionFor } from "../../../infra/operator/completion.ts";
import { buildProgram } from "../../../infra/operator/program.ts";

const program = buildProgram();

/** What is offered for the last of the words. */
function complete(shell: "bash" | "zsh", ...words: string[]): string[] {
  const line = words.map((word) => `'${word}'`).join(" ");
  const ask = `COMP_WORDS=(operator ${line}); COMP_CWORD=${words.length}; _operator; echo "\${COMPREPLY[@]}"`;
  const options = shell === "zsh" ? ["-f", "-c"] : ["-c"];
  return execFileSync(shell, [...options, `${completionFor(program, shell)}\n${ask}`], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: mkdtempSync(join(tmpdir(), "home-")) },
  })
    .trim()
    .split(" ");
}

it("bash completes nouns, verbs and options, also after ids and the values of options", () => {
  expect(complete("bash", "pay")).toEqual(["payments", "payouts"]);
  expect(complete("bash", "payments", "")).toEqual(expect.arrayContaining(["list", "show", "refresh"]));
  expect(complete("bash", "payments", "list", "mer_1", "--st")).toEqual(["--status"]);
  expect(complete("bash", "--env", "dev", "keys", "r")).toEqual(["rotate", "revoke"]);
  expect(complete("bash", "keys", "rotate", "key_1", "--a")).toEqual(["--actor"]);
});

it("bash offers the choices of an option and of an argument", () => {
  const delivery = ["events", "list", "mer_1", "--delivery"];
  expect(complete("bash", ...delivery, "")).toEqual(["none", "pending", "delivered", "held", "failed"]);
  expect(complete("bash", ...delivery, "failed", "--ty")).toEqual(["--type"]);
  expect(complete("bash", "payments", "list", "mer_1", "--status", "unc")).toEqual(["uncaptured"]);
  expect(complete("bash", "completion", "z")).toEqual(["zsh"]);
});

describe("zsh", () => {
  const isThere = spawnSync("zsh", ["--version"]).status === 0;

  // zsh leaves what does not begin like the word out by itself.
  it.skipIf(!isThere)("completes as bash does", () => {
    expect(complete("zsh", "pay")).toEqual(expect.arrayContaining(["payments", "payouts"]));
    expect(complete("zsh", "--env", "dev", "keys", "r")).toEqual(
      expect.arrayContaining(["rotate", "revoke"]),
    );
    expect(complete("zsh", "keys", "rotate", "key_1", "--a")).toContain("--grace");
    expect(complete("zsh", "events", "list", "mer_1", "--delivery", "")).toEqual([
      "none",
      "pending",
      "delivered",
      "held",
      "failed",
    ]);
  });

  it("gets no variable that is the shell's own, and no arithmetic that only bash knows", () => {
    const script = completionFor(program, "zsh");
    expect(script).toMatch(/^ +local place="" given="" choices=""$/m);
    expect(script).not.toMatch(/\b(path|words)=/);
    expect(script).not.toMatch(/COMP_WORDS\[(?!@\])|:COMP_CWORD/);
    expect(script).toContain("bashcompinit");
  });
});
