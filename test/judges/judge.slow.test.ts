import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { missingPrograms } from "./toolchain.ts";
import { missedMistakes, verdictOf } from "./verdict.ts";

const COMMAND = join(import.meta.dirname, "judge.ts");
const judge = (args: string[], env: NodeJS.ProcessEnv = process.env) =>
  spawnSync(process.execPath, [COMMAND, ...args], { encoding: "utf8", env });

describe("the verdict", () => {
  it("is a violation for each finding that is not listed, said once", () => {
    const findings = [{ what: "a" }, { what: "b", detail: "at 7" }, { what: "b" }];
    const verdict = verdictOf(findings, [{ what: "a", reason: "a false alarm" }]);
    expect(verdict).toEqual({ listed: 1, violations: ["b (2 times)\n    at 7"] });
  });

  it("is a violation for a listed entry that matches nothing, and for one without a reason", () => {
    const list = [
      { what: "gone", reason: "it was once so" },
      { what: "found", reason: " " },
    ];
    expect(verdictOf([{ what: "found" }], list).violations).toEqual([
      "listed, but not found any more: gone",
      "listed without a reason: found",
    ]);
  });

  it("takes an entry that ends in a star for all that begins so, and no other", () => {
    const list = [{ what: "younger: *", reason: "the judge is older" }];
    const findings = [{ what: "younger: a" }, { what: "younger: b" }, { what: "older" }];
    expect(verdictOf(findings, list)).toEqual({ listed: 1, violations: ["older"] });
    const star = [{ what: "a.b", reason: "not a pattern" }];
    expect(verdictOf([{ what: "axb" }, { what: "a.b" }], star).violations).toEqual(["axb"]);
  });

  it("the report of a planted run names each mistake that was not found, also one that is found but listed", () => {
    const planted = [
      { mistake: "one", finding: /^one/ },
      { mistake: "two", finding: /^two/ },
      { mistake: "three", finding: /^three/ },
    ];
    const missed = missedMistakes(
      [{ what: "one." }, { what: "two." }],
      [{ what: "two.", reason: "x" }],
      planted,
    );
    expect(missed).toEqual(["planted, and not found: two", "planted, and not found: three"]);
  });
});

describe("the command", () => {
  it("says NOT JUDGED where a program is missing, and fails only if it is strict", () => {
    const env = { ...process.env, PATH: "/nowhere" };
    const lenient = judge(["gitleaks"], env);
    expect(lenient.stdout).toMatch(/^gitleaks +NOT JUDGED: go and git are missing$/m);
    expect(lenient.status).toBe(0);
    expect(judge(["gitleaks", "--strict"], env).status).toBe(1);
  });

  it("names the judges that there are when it is asked for another", () => {
    const { status, stderr } = judge(["nobody"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^ {2}gitleaks +\S/m);
    expect(judge(["--plantd"]).status).toBe(1);
  });

  it("knows which programs are there", () => {
    expect(missingPrograms(["sh", "no-such-program"])).toEqual(["no-such-program"]);
  });
});
