import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const README = readFileSync(join(ROOT, "infra/simulator/README.md"), "utf8");

const listed = new Set(
  [...README.matchAll(/^(?:- (P\d+)|(\d+))\. /gm)].map(([, payout, fact]) => payout ?? fact),
);

/** `fact 9`, `Facts 8, 21 and 25` */
const MENTION = /\bfacts? ((?:P?\d+(?:, | and )?)+)/gi;

it("every fact that a comment or a test names is in the simulator's list", () => {
  const files = globSync(["infra/**/*.ts", "shared/**/*.ts", "test/**/*.ts"], {
    cwd: ROOT,
    exclude: (name) => name === "node_modules",
  });
  const named = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(MENTION)].flatMap(([, numbers = ""]) =>
      (numbers.match(/P?\d+/g) ?? []).map((number) => ({ file, number })),
    ),
  );
  expect(named.length).toBeGreaterThan(70);
  expect(named.filter(({ number }) => !listed.has(number))).toEqual([]);
});

it("every control that there is stands in the README", () => {
  const controls = globSync("infra/simulator/control/*.ts", { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/^ {2}"(?:GET|POST|DELETE) ([\w/{}]+)"/gm)].map(
      ([, path = ""]) => path,
    ),
  );
  expect(controls.length).toBeGreaterThan(20);
  // A row may name several controls, the later ones by their ends alone.
  const isNamed = (path: string) =>
    README.includes(path) || README.includes(`\`/${path.split("/").at(-1)}\``);
  expect(controls.filter((path) => !isNamed(path))).toEqual([]);
});
