import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

/** Whom a name resolves to is the test's decision; whether that is public, the program's. */
const world = vi.hoisted(() => ({ ask: vi.fn(), port: 0, passesAsPublic: "" }));

vi.mock("node:dns/promises", () => ({
  /** Both kinds of addresses are one question. */
  Resolver: class {
    private readonly answer = Promise.resolve().then(() => world.ask());
    private async addresses(isMeant: (address: string) => boolean): Promise<string[]> {
      const found = ((await this.answer) as string[]).filter(isMeant);
      if (found.length > 0) return found;
      throw Object.assign(new Error("no data"), { code: "ENODATA" });
    }
    resolve4 = () => this.addresses((address) => !address.includes(":"));
    resolve6 = () => this.addresses((address) => address.includes(":"));
    cancel(): void {}
  },
}));
vi.mock("../../../shared/domain/events/callback-delivery.ts", async (original) => {
  const real = await original<typeof import("../../../shared/domain/events/callback-delivery.ts")>();
  const callbackUrlFault: typeof real.callbackUrlFault = (text, permissions) =>
    real.callbackUrlFault(text.replace(`:${world.port}/`, ":8443/"), permissions);
  const isPublicAddress = (address: string) =>
    address === world.passesAsPublic || real.isPublicAddress(address);
  return { ...real, callbackUrlFault, isPublicAddress };
});
const { post } = await import("../../../shared/callbacks/post.ts");

const SSL = join(import.meta.dirname, "../../../node_modules/dynalite/ssl");
const BODY = Buffer.from("{}");
let server: Server;
let connections = 0;
let requests = 0;
beforeAll(async () => {
  const [key, cert] = ["server-key.pem", "server-crt.pem"].map((name) => readFileSync(join(SSL, name)));
  server = createServer({ key, cert }, (_, response) => {
    requests++;
    response.writeHead(200).end();
  });
  server.on("connection", () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  world.port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  world.ask.mockReset();
  world.passesAsPublic = "";
  connections = 0;
  requests = 0;
});

/** What the resolver answers, one answer a question. */
function resolveTo(...answers: (string[] | Error)[]) {
  for (const answer of answers) {
    world.ask.mockImplementationOnce(() => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
  }
}

const call = () => post(`https://shop.example:${world.port}/callbacks`, {}, BODY);

describe("a name that leads to", () => {
  it.each([
    ["this machine", ["127.0.0.1"]],
    ["this machine over IPv6", ["::1"]],
    ["this machine, IPv4-mapped", ["::ffff:127.0.0.1"]],
    ["a private network", ["10.1.2.3"]],
    ["the cloud's metadata", ["169.254.169.254"]],
    ["the metadata behind NAT64", ["64:ff9b::a9fe:a9fe"]],
    ["one private address among public ones", ["8.8.8.8", "192.168.0.1", "2606:4700::1111"]],
    ["one private address behind public ones", ["8.8.8.8", "1.1.1.1", "fd00::1"]],
  ])("%s is not dialed", async (_, addresses) => {
    resolveTo(addresses);
    expect(await call()).toEqual({ ok: false, milliseconds: expect.any(Number), error: "private_address" });
    expect(connections).toBe(0);
  });

  it("no address at all is a failure", async () => {
    resolveTo([]);
    expect(await call()).toMatchObject({ ok: false, error: "enodata" });
  });

  it("nowhere is a failure", async () => {
    resolveTo(Object.assign(new Error("queryA ENOTFOUND shop.example"), { code: "ENOTFOUND" }));
    expect(await call()).toMatchObject({ ok: false, error: "enotfound" });
  });

  it("a resolver that does not answer is cut off with everything else, after 10 s in all", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), milliseconds / 200);
      return controller.signal;
    });
    world.ask.mockImplementation(() => new Promise(() => {}));
    expect(await call()).toMatchObject({ ok: false, error: "timeout" });
    expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
    timeout.mockRestore();
  });
});

describe("a name that has addresses of both kinds", () => {
  /** Every address that the socket tries, in its own words. */
  const attempts: string[] = [];
  const onSocket = (message: unknown) =>
    (message as { socket: Socket }).socket.on("connectionAttempt", (address: string) =>
      attempts.push(address),
    );
  beforeAll(() => subscribe("net.client.socket", onSocket));
  afterAll(() => {
    unsubscribe("net.client.socket", onSocket);
  });

  it("is dialed over IPv4 alone, because functions have no way to the other one", async () => {
    // Nothing listens there, and the next address would be tried at once.
    world.passesAsPublic = "127.0.0.2";
    resolveTo(["127.0.0.2", "2606:4700::1111"]);
    expect(await call()).toMatchObject({ ok: false, error: expect.not.stringMatching(/timeout/) });
    expect(attempts).toEqual(["127.0.0.2"]);
  });
});

describe("rebinding: a name that changes its mind", () => {
  it.each([
    ["is asked once, and dialed at the address that was checked", ["127.0.0.1", "10.0.0.1"], {}, 1],
    [
      "is judged by its first answer, and not asked for a better one",
      ["10.0.0.1", "127.0.0.1"],
      { error: "private_address" },
      0,
    ],
  ])("%s", async (_, answers, result, dialed) => {
    world.passesAsPublic = "127.0.0.1";
    resolveTo(...answers.map((address) => [address]));
    expect(await call()).toMatchObject(result);
    expect(world.ask).toHaveBeenCalledTimes(1);
    expect(connections).toBe(dialed);
  });

  it("is asked again for the next call: nothing is remembered", async () => {
    world.passesAsPublic = "127.0.0.1";
    resolveTo(["127.0.0.1"], ["10.0.0.1"]);
    await call();
    expect(await call()).toMatchObject({ error: "private_address" });
    expect(connections).toBe(1);
  });
});

it("a certificate that nobody vouches for is a failure, and the server never sees the request", async () => {
  world.passesAsPublic = "127.0.0.1";
  resolveTo(["127.0.0.1"]);
  const result = await call();
  expect(result.ok).toBe(false);
  expect(result.error).toMatch(/^(unable_to_verify|self_signed|depth_zero_self_signed|cert_)/);
  expect([connections, requests]).toEqual([1, 0]);
});

it.each([
  ["an address instead of a name", "https://127.0.0.1/"],
  ["plain http", "http://shop.example/"],
  ["loopback without the permission", "http://127.0.0.1/"],
  ["another port", "https://shop.example:22/"],
])("%s is rejected before anything is asked", async (_, url) => {
  const result = await post(url, {}, BODY);
  expect(result).toMatchObject({ ok: false, error: expect.stringMatching(/^rejected_url: /) });
  expect(world.ask).not.toHaveBeenCalled();
});
