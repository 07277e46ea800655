import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import openapi from "../../../shared/contract/generated/openapi.json" with { type: "json" };
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

/** One document with everything inside, every column of every file too: it must stay small. */
const MAX_KILOBYTES = 104;

async function open(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(service.stack.baseUrl + path, { headers });
  const policy = reply.headers.get("content-security-policy") ?? "";
  return { reply, policy, html: await reply.text() };
}

const inside = (html: string, element: string) =>
  [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, "g"))].map(([, text = ""]) => text);
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

describe.each(["/v1/docs", "/demo/docs"])("%s", (path) => {
  it("is a page that needs no key", async () => {
    const { reply, html } = await open(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).toContain("<h1>Payments API</h1>");
  });

  it("runs and wears exactly the one script and the one style that its policy allows by their hashes", async () => {
    const { policy, html } = await open(path);
    expect(/script-src ([^;]+)/.exec(policy)?.[1]).toBe(inside(html, "script").map(hashOf).join(" "));
    expect(/style-src ([^;]+)/.exec(policy)?.[1]).toBe(inside(html, "style").map(hashOf).join(" "));
    expect(inside(html, "script")).toHaveLength(1);
    expect(html).not.toMatch(/\sstyle="|\son\w+="/);
  });

  it("loads nothing from elsewhere", async () => {
    const { policy, html } = await open(path);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toMatch(/https?:|\*|'unsafe/);
    expect(/<(?:script|link|img|iframe)[^>]+(?:src|href)=/.exec(html)).toBeNull();
  });

  it("tells of every operation, every event and all of the integrators' pages", async () => {
    const { html } = await open(path);
    const operations = Object.values(openapi.paths).flatMap((methods) => Object.values(methods));
    const told = [...operations, ...Object.values(openapi.webhooks).map(({ post }) => post)];
    const ids = told.map(({ operationId }) => operationId);
    expect(ids.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
    for (const title of [
      "Integrating",
      "Testing your integration",
      "Clients in other languages",
      "Going live",
      "Which source to trust",
      "Walkthrough",
      "In person",
    ])
      expect(html).toMatch(new RegExp(`<h2 id="[\\w-]+">${title}`));
    const prose = html.replaceAll(/<(code|script|style)>[\s\S]*?<\/\1>/g, "");
    expect(prose).not.toMatch(/\*\*|^\| |`/m);
  });

  it("has every place that a link on it leads to", async () => {
    const { html } = await open(path);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const places = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, place]) => place);
    expect(places.length).toBeGreaterThan(100);
    expect(places.filter((place) => !ids.includes(place))).toEqual([]);
  });

  it("names every field that can be sent, and says what kind of value it is", async () => {
    const { html } = await open(path);
    const bodies = Object.values(openapi.components.requestBodies) as unknown as {
      content: { "application/json": { schema: { properties?: Record<string, unknown> } } };
    }[];
    const names = bodies.flatMap(({ content }) =>
      Object.keys(content["application/json"].schema.properties ?? {}),
    );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !html.includes(`<dt><code>${name}</code> <span class="type">`))).toEqual(
      [],
    );
    expect(html).toContain('<dt><code>orderRef</code> <span class="type">string or null</span></dt>');
    expect(html).not.toMatch(/<span class="type">(undefined|anything|)<\/span>/);
  });
});

describe("the page that is deployed", () => {
  it("is sandboxed: it has an origin of its own and may call nothing", async () => {
    const { policy } = await open("/v1/docs");
    expect(policy).toContain("sandbox allow-scripts allow-popups");
    expect(policy).not.toContain("allow-same-origin");
    expect(policy).not.toContain("connect-src");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it("offers nothing to try, and knows no key", async () => {
    const { html } = await open("/v1/docs");
    expect(html).not.toContain("<form");
    expect(html).not.toContain("data-api-key");
    expect(html).not.toContain(service.stack.demo.apiKey);
  });

  it("is the same, compressed or not, and small", async () => {
    const plain = await open("/v1/docs", { "Accept-Encoding": "identity" });
    const small = await open("/v1/docs", { "Accept-Encoding": "gzip, br" });
    expect(plain.reply.headers.get("content-encoding")).toBeNull();
    expect(small.reply.headers.get("content-encoding")).toBe("br");
    expect(small.html === plain.html).toBe(true);
    expect(gzipSync(plain.html).length).toBeLessThan(MAX_KILOBYTES * 1024);
  });
});

it("the page of the local demonstration tries requests out with the demo merchant's key, against this address only", async () => {
  const { reply, policy, html } = await open("/demo/docs");
  expect(html).toContain("Try it here");
  expect(html).toContain(service.stack.demo.apiKey);
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toContain("sandbox");
  expect(reply.headers.get("cache-control")).toBe("no-store");
});
