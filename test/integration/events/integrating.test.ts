import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { signatureHeader } from "../../../shared/domain/access/signing-secret.ts";

/** The code that integrators copy is run as it stands on the page. */
const PAGE = readFileSync(new URL("../../../shared/contract/integrating.md", import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "payments-page-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const snippet = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(PAGE)?.[1] ?? "";

const SECRET = "whsec_page";
const BODY = Buffer.from('{"id":"evt_1","text":"ü"}');
const now = Math.floor(Date.now() / 1000);

const CASES: [string, Buffer, string, boolean][] = [
  ["a genuine callback", BODY, signatureHeader(BODY, [SECRET], now), true],
  ["one signed by two secrets", BODY, signatureHeader(BODY, ["whsec_other", SECRET], now), true],
  ["a changed body", Buffer.from('{"id":"evt_2","text":"ü"}'), signatureHeader(BODY, [SECRET], now), false],
  ["another secret", BODY, signatureHeader(BODY, ["whsec_other"], now), false],
  ["an old time", BODY, signatureHeader(BODY, [SECRET], now - 400), false],
  ["a future time", BODY, signatureHeader(BODY, [SECRET], now + 400), false],
  ["a malformed header", BODY, "nonsense", false],
  ...hostile().map(([name, header]): [string, Buffer, string, boolean] => [name, BODY, header, false]),
];

/** What a stranger may send: it must be rejected, and not bring the receiver down. */
function hostile(): [string, string][] {
  const hex = signatureHeader(BODY, [SECRET], now).split("v1=")[1] ?? "";
  return [
    ["an empty header", ""],
    ["an equals sign", "="],
    ["commas", ",,,"],
    ["empty values", "t=,v1="],
    ["a superscript as time", `t=²,v1=${hex}`],
    ["a digit of another script as time", `t=٣,v1=${hex}`],
    ["a time of 5000 digits", `t=${"9".repeat(5000)},v1=${hex}`],
    ["a negative time", `t=-${now},v1=${hex}`],
    ["a time with an exponent", `t=1e9,v1=${hex}`],
    ["a hexadecimal time", `t=0x10,v1=${hex}`],
    ["an infinite time", `t=Infinity,v1=${hex}`],
    ["no number as time", `t=NaN,v1=${hex}`],
    ["a time alone", `t=${now}`],
    ["a signature alone", `v1=${hex}`],
    ["an accent as signature", `t=${now},v1=é`],
    ["64 accents as signature", `t=${now},v1=${"é".repeat(64)}`],
    ["a signature that is one short", `t=${now},v1=${hex.slice(0, -1)}`],
    ["a signature that is one long", `t=${now},v1=${hex}0`],
    ["an empty signature", `t=${now},v1=`],
    ["a signature without value", `t=${now},v1`],
    ["another scheme's signature", `t=${now},v0=${hex}`],
    ["a name with a history", `t=${now},__proto__=${hex}`],
    ["a signature of 100 KB", `t=${now},v1=${"a".repeat(100_000)}`],
  ];
}

it.each(CASES)("the page's TypeScript judges %s rightly", async (_, body, header, genuine) => {
  const file = join(folder, "verify.ts");
  writeFileSync(file, snippet("ts"));
  const { isGenuine } = (await import(file)) as { isGenuine: (...given: unknown[]) => boolean };
  expect(isGenuine(body, header, SECRET)).toBe(genuine);
});

it("the page's TypeScript takes a missing header for a wrong one", async () => {
  const file = join(folder, "verify.ts");
  writeFileSync(file, snippet("ts"));
  const { isGenuine } = (await import(file)) as { isGenuine: (...given: unknown[]) => boolean };
  expect(isGenuine(BODY, undefined, SECRET)).toBe(false);
});

const { CI } = process.env;
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython && CI === "true") throw new Error("No python3 found: the page's Python must be run on CI.");

/** All cases in one run, each on its own line; a case that raises says so instead of ending the others. */
const JUDGE = `
import base64, json, sys
for case in json.load(sys.stdin):
    try:
        print(is_genuine(base64.b64decode(case["body"]), case["header"], case["secret"]))
    except Exception as error:
        print("raised", type(error).__name__)
`;

function judgedByPython(cases: { body: Buffer; header: string | null }[]): string[] {
  const input = cases.map(({ body, header }) => ({ body: body.toString("base64"), header, secret: SECRET }));
  const program = `${snippet("python")}\n${JUDGE}`;
  return execFileSync("python3", ["-c", program], { input: JSON.stringify(input) })
    .toString()
    .trim()
    .split("\n");
}

describe.runIf(hasPython)("the page's Python", () => {
  it("judges every case rightly, and raises on none", () => {
    const verdicts = judgedByPython(CASES.map(([, body, header]) => ({ body, header })));
    const judged = CASES.map(([name], index) => [name, verdicts[index]]);
    expect(judged).toEqual(CASES.map(([name, , , genuine]) => [name, genuine ? "True" : "False"]));
  });

  it("takes a missing header, and one of broken characters, for a wrong one", () => {
    const broken = `t=${now},v1=\udce9`;
    expect(judgedByPython([null, broken].map((header) => ({ body: BODY, header })))).toEqual([
      "False",
      "False",
    ]);
  });
});
