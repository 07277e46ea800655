import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { verifyCallback } from "../../../shared/client/callbacks.ts";
import { createTestCallback } from "../../../shared/client/testing.ts";

const textOf = (path: string) =>
  readFileSync(new URL(`../../../shared/client/${path}`, import.meta.url), "utf8");
const README = textOf("README.md");
const SECRET = `whsec_${Buffer.from("a secret of thirty-two bytes long").toString("base64")}`;

const isInTable = (name: string) => README.includes(`| \`${name}\``);

it("names every field of what verifyCallback answers, and every argument of createTestCallback", async () => {
  const { rawBody, headers } = await createTestCallback("payment_intent.succeeded", SECRET);
  const callback = await verifyCallback(rawBody, headers, SECRET);
  expect(Object.keys(callback)).toHaveLength(6);
  expect([...Object.keys(callback), "type", "secret"].filter((name) => !isInTable(name))).toEqual([]);
});

it.each([
  ["testing.ts", "TestCallbackOptions", "| `options."],
  ["callbacks.ts", "VerifyOptions", "`"],
])("names every option in %s of %s", (file, type, before) => {
  const body = new RegExp(`export type ${type} = \\{([\\s\\S]*?)\\n\\};`).exec(textOf(file))?.[1] ?? "";
  const options = [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name = ""]) => name);
  expect(options.length).toBeGreaterThan(1);
  expect(options.filter((name) => !README.includes(`${before}${name}\``))).toEqual([]);
});

it("links only to addresses that hold on a package registry, and to files of this repository that are there", () => {
  const manifest = JSON.parse(textOf("package.json"));
  const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "");
  const links = [...README.matchAll(/\]\(([^)]*)\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(0);
  const files = links.map((link) => link.replace(`${repository}/blob/main/`, "../../").split("#")[0] ?? "");
  expect(links.filter((link) => !link.startsWith("https://"))).toEqual([]);
  expect(
    files.filter((file) => !existsSync(new URL(file, new URL("../../../shared/client/", import.meta.url)))),
  ).toEqual([]);
});

it("names the oldest Node that the package runs on", () => {
  expect(JSON.parse(textOf("package.json")).engines.node).toBe(">=20.3");
  expect(README).toContain("Node 20.3 to 24");
});
