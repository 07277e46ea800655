import { createHash } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

const MAX_KILOBYTES = 49;

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

it("is one document that needs no key and no cookie, and that nothing keeps", async () => {
  const { reply, html } = await open();
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(reply.headers.get("cache-control")).toBe("no-store");
  expect(reply.headers.get("set-cookie")).toBeNull();
  expect(html.startsWith("<!doctype html>")).toBe(true);
});

it("runs its one script and its one style and nothing else", async () => {
  const { reply, html } = await open();
  expect(reply.headers.get("content-security-policy")).toBe(
    `default-src 'none'; script-src ${only("script", html).hash}; style-src ${only("style", html).hash}; ` +
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

it("loads nothing: the only addresses in it are the names of SVG and its like", async () => {
  const { html } = await open();
  const addresses = [...html.matchAll(/\b(?:https?:)?\/\/[\w.-]+\.\w+/g)].map(String);
  expect([...new Set(addresses)]).toEqual(["http://www.w3.org"]);
  expect(html.replace(only("script", html).text, "").match(/ (?:src|href)="(?!data:)/g)).toBeNull();
});

it(`weighs at most ${MAX_KILOBYTES} KB, compressed`, async () => {
  const [reply] = await once(
    get(`${service.stack.baseUrl}/console`, { headers: { "Accept-Encoding": "gzip" } }),
    "response",
  );
  const { length } = await buffer(reply);
  expect(length).toBeGreaterThan(10_000);
  expect(length).toBeLessThanOrEqual(MAX_KILOBYTES * 1024);
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
