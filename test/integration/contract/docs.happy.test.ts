import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import openapi from "../../../shared/contract/generated/openapi.json" with { type: "json" };
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

async function open(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(service.stack.baseUrl + path, { headers });
  const policy = reply.headers.get("content-security-policy") ?? "";
  return { reply, policy, html: await reply.text() };
}

/** What the page runs, and what it merely carries. */
const scripts = (html: string) =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script);
const carried = (html: string) =>
  JSON.parse(/<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "{}");

const attribute = (html: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(html)?.[1];

describe.each(["/v1/docs", "/demo/docs"])("%s", (path) => {
  it("is a page that needs no key", async () => {
    const { reply, html } = await open(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html.includes("<openapi-explorer")).toBe(true);
  });

  it("runs exactly the scripts that its policy allows by their hashes", async () => {
    const { policy, html } = await open(path);
    const hashes = scripts(html).map((script) => createHash("sha256").update(script).digest("base64"));
    expect(hashes).toHaveLength(3);
    const allowed = /script-src ([^;]+)/.exec(policy)?.[1];
    expect(allowed).toBe(hashes.map((hash) => `'sha256-${hash}'`).join(" "));
  });

  it("loads nothing from elsewhere", async () => {
    const { policy, html } = await open(path);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'/);
    const outside = scripts(html).reduce((rest, script) => rest.replace(script, () => ""), html);
    expect(outside.length).toBeLessThan(html.length / 2);
    expect(/<(?:script|link|img|iframe)[^>]+(?:src|href)=/.exec(outside)).toBeNull();
  });

  it("carries the whole contract, and the integrators' pages in it", async () => {
    const contract = carried((await open(path)).html);
    expect(contract.paths).toEqual(openapi.paths);
    expect(contract.webhooks).toEqual(openapi.webhooks);
    expect(contract.info.description).toContain("# Integrating");
    expect(contract.info.description).toContain("# Testing your integration");
    expect(contract.info.description).toContain("# Going live");
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
    expect(attribute(html, "hide-console")).toBe("true");
    expect(attribute(html, "hide-authentication")).toBe("true");
    expect(html.includes(service.stack.demo.apiKey)).toBe(false);
  });

  it("is the same, compressed or not", async () => {
    const plain = await open("/v1/docs", { "Accept-Encoding": "identity" });
    const small = await open("/v1/docs", { "Accept-Encoding": "gzip, br" });
    expect(plain.reply.headers.get("content-encoding")).toBeNull();
    expect(small.reply.headers.get("content-encoding")).toBe("gzip");
    expect(small.html === plain.html).toBe(true);
  });
});

describe("the page of the local demonstration", () => {
  it("tries requests out with the demo merchant's key, against this address only", async () => {
    const { reply, policy, html } = await open("/demo/docs");
    expect(attribute(html, "hide-console")).toBe("false");
    expect(html.includes(service.stack.demo.apiKey)).toBe(true);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain("sandbox");
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });
});
