import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { completionFor } from "../../../infra/operator/completion.ts";
import { buildProgram } from "../../../infra/operator/program.ts";

const script = completionFor(buildProgram(), "bash");

const complete = (...words: string[]): string[] => {
  const line = words.map((word) => `'${word}'`).join(" ");
  const ask = `COMP_WORDS=(operator ${line}); COMP_CWORD=${words.length}; _operator; echo "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", `${script}\n${ask}`], { encoding: "utf8" })
    .trim()
    .split(" ");
};

it("a shell completes nouns, verbs and options, also after ids and the values of options", () => {
  expect(complete("pay")).toEqual(["payments", "payouts"]);
  expect(complete("payments", "")).toEqual(expect.arrayContaining(["list", "show", "refresh"]));
  expect(complete("payments", "list", "mer_1", "--st")).toEqual(["--status"]);
  expect(complete("--env", "dev", "keys", "r")).toEqual(["rotate", "revoke"]);
  expect(complete("keys", "rotate", "key_1", "--a")).toEqual(["--actor"]);
});
