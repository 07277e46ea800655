import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROOT = new URL("../../../", import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");
const { repository, homepage, bugs } = JSON.parse(textOf("shared/client/package.json"));
const [, name] = /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\.git$/.exec(repository.url) ?? [];

it.each([
  ["the package's homepage", homepage, `https://github.com/${name}/tree/main/shared/client#readme`],
  ["the package's bugs", bugs.url, `https://github.com/${name}/issues`],
])("the repository has one address, also as %s", (_, given, expected) => {
  expect(given).toBe(expected);
});

it.each([
  ["shared/client/README.md", /https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/blob\//g],
  ["infra/local/github-action.yml", /repository: (\S+)/g],
])("the repository has one address, also in %s", (path, links) => {
  const named = [...textOf(path).matchAll(links)].map(([, repositoryName]) => repositoryName);
  expect(named.length).toBeGreaterThan(0);
  expect(new Set(named)).toEqual(new Set([name]));
});
