import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { signatureHeader } from "../../../shared/domain/signature.ts";

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
];

describe("the page's TypeScript", () => {
  it.each(CASES)("judges %s rightly", async (_, body, header, genuine) => {
    const file = join(folder, "verify.ts");
    writeFileSync(file, snippet("ts"));
    const { isGenuine } = (await import(file)) as { isGenuine: (...given: unknown[]) => boolean };
    expect(isGenuine(body, header, SECRET)).toBe(genuine);
  });
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe.runIf(hasPython)("the page's Python", () => {
  it.each(CASES)("judges %s rightly", (_, body, header, genuine) => {
    const program = `${snippet("python")}\nimport sys\nprint(is_genuine(sys.stdin.buffer.read(), sys.argv[1], sys.argv[2]))`;
    const answer = execFileSync("python3", ["-c", program, header, SECRET], { input: body })
      .toString()
      .trim();
    expect(answer).toBe(genuine ? "True" : "False");
  });
});
