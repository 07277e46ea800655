import { createHash } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

/** gzip; the shell is the page, and what its start loads. */
const MAX_KILOBYTES = { shell: 45, part: 15 };

async function open(headers: Record<string, string> = {}) {
  const reply = await fetch(`${service.stack.baseUrl}/console`, { headers });
  return { reply, html: await reply.text() };
}

/** What stands between a tag and its end, and the hash by which a policy would allow it. */
function only(tag: string, html: string) {
  const found = [...html.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, "g"))];
  expect(found).toHaveLength(1);
  const text = found[0]?.[1] ?? "";
  return { text, hash: `'sha256-${createHash("sha256").update(text).digest("base64")}'` };
}

it("needs no key and no cookie, and is asked for anew each time", async () => {
  const { reply, html } = await open();
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(reply.headers.get("cache-control")).toBe("no-cache");
  expect(reply.headers.get("set-cookie")).toBeNull();
  expect(html.startsWith("<!doctype html>")).toBe(true);
});

it("runs its one script and what that loads, has its one style, and nothing else", async () => {
  const { reply, html } = await open();
  expect(reply.headers.get("content-security-policy")).toBe(
    `default-src 'none'; script-src ${only("script", html).hash} 'self'; style-src ${only("style", html).hash}; ` +
      "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

it("gives no other page a hold on it, and tells nobody where it was", async () => {
  const { reply } = await open();
  expect(reply.headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(reply.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
  expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
  expect(reply.headers.get("access-control-allow-origin")).toBeNull();
});

it("loads nothing from elsewhere: the only addresses in it are the names of SVG and its like", async () => {
  const { html } = await open();
  const addresses = [...html.matchAll(/\b(?:https?:)?\/\/[\w.-]+\.\w+/g)].map(String);
  expect([...new Set(addresses)]).toEqual(["http://www.w3.org"]);
  expect(html.replace(only("script", html).text, "").match(/ (?:src|href)="(?!data:)/g)).toBeNull();
});

const pathsIn = (text: string): string[] =>
  [...text.matchAll(/["'](?:\.|\/console\/parts)\/([\w-]+\.js)["']/g)].map(
    ([, name]) => `/console/parts/${name}`,
  );

const load = async (path: string): Promise<string> => (await fetch(`${service.stack.baseUrl}${path}`)).text();

async function weigh(path: string): Promise<number> {
  const headers = { "Accept-Encoding": "gzip" };
  const [reply] = await once(get(`${service.stack.baseUrl}${path}`, { headers }), "response");
  return (await buffer(reply)).length;
}

it("loads a shell that is small, and small parts for the other screens", async () => {
  const [start = ""] = pathsIn((await open()).html);
  const parts = pathsIn(await load(start));
  expect(parts.length).toBeGreaterThan(5);
  const shell = (await weigh("/console")) + (await weigh(start));
  expect(shell).toBeGreaterThan(10_000);
  expect(shell).toBeLessThanOrEqual(MAX_KILOBYTES.shell * 1024);
  for (const part of parts) expect(await weigh(part)).toBeLessThanOrEqual(MAX_KILOBYTES.part * 1024);
});

it("lets a browser keep a part for ever, and knows no other part", async () => {
  const [start = ""] = pathsIn((await open()).html);
  const part = await fetch(`${service.stack.baseUrl}${start}`);
  expect(part.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(part.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const former = await fetch(`${service.stack.baseUrl}/console/parts/main-00000000.js`);
  expect(former.status).toBe(404);
  expect(former.headers.get("cache-control") ?? "").not.toContain("immutable");
});

it("is not sent again to who has it", async () => {
  const { reply } = await open();
  const again = await open({ "If-None-Match": reply.headers.get("etag") ?? "" });
  expect(again.reply.status).toBe(304);
  expect(again.html).toBe("");
  expect((await open({ "If-None-Match": '"another"' })).reply.status).toBe(200);
});

it.each([
  ["gzip, br", "br"],
  ["gzip", "gzip"],
])("comes compressed to who accepts %s, and is the same", async (accepted, encoding) => {
  const plain = await open({ "Accept-Encoding": "identity" });
  const small = await open({ "Accept-Encoding": accepted });
  expect(plain.reply.headers.get("content-encoding")).toBeNull();
  expect(small.reply.headers.get("content-encoding")).toBe(encoding);
  expect(small.html === plain.html).toBe(true);
});
