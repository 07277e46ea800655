import { createSocket, type Socket } from "node:dgram";
import * as dns from "node:dns/promises";
import { lookup } from "node:dns/promises";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type PostResult, post, resolveName } from "../../../shared/callbacks/post.ts";

/** A name server of our own, which the real resolver asks: it knows some names, and says nothing about others. */
const KNOWN: Record<string, string[]> = {
  "shop.example": ["93.184.216.34", "93.184.216.35"],
  "inside.example": ["10.0.0.1"],
};
const TYPE_A = 1;
const NO_SUCH_NAME = 3;
let questions: string[] = [];

let server: Socket;
beforeAll(async () => {
  server = createSocket("udp4");
  server.on("message", (query, from) => {
    const { name, type } = questionIn(query);
    questions.push(name);
    if (!name.startsWith("silent")) server.send(answerTo(query, name, type), from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked = dns.Resolver.prototype.resolve4 as (name: string) => Promise<string[]>;
  // The first question of a resolver's two; from then on it is set.
  vi.spyOn(dns.Resolver.prototype, "resolve4").mockImplementation(function (
    this: dns.Resolver,
    hostname: string,
  ) {
    this.setServers([address]);
    return asked.call(this, hostname) as never;
  });
});
afterAll(() => {
  vi.restoreAllMocks();
  server.close();
});
beforeEach(() => {
  questions = [];
});

function questionIn(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(query: Buffer, name: string, type: number): Buffer {
  const addresses = type === TYPE_A ? (KNOWN[name] ?? []) : [];
  const head = Buffer.from(query.subarray(0, questionIn(query).end));
  head.writeUInt16BE(0x8180 + (name in KNOWN ? 0 : NO_SUCH_NAME), 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split(".").map(Number)]),
  );
  return Buffer.concat([head, ...records]);
}

it("finds every address of a name", async () => {
  expect(await resolveName("shop.example")).toEqual([
    { address: "93.184.216.34", family: 4 },
    { address: "93.184.216.35", family: 4 },
  ]);
});

it("says that a name does not exist", async () => {
  await expect(resolveName("nowhere.example")).rejects.toMatchObject({ code: "ENOTFOUND" });
});

it("a name that has IPv6 addresses alone is found by them, and one that has none is told by its IPv4 answer", async () => {
  const v6 = vi.spyOn(dns.Resolver.prototype, "resolve6");
  v6.mockResolvedValueOnce(["2606:4700::1111"] as never);
  expect(await resolveName("six.example")).toEqual([{ address: "2606:4700::1111", family: 6 }]);
  v6.mockRejectedValueOnce(Object.assign(new Error("no data"), { code: "ENODATA" }));
  await expect(resolveName("six.example")).rejects.toMatchObject({ code: "ENOTFOUND" });
  v6.mockRestore();
});

it("does not read the hosts file: what this machine calls localhost is nothing of a merchant's", async () => {
  expect(await lookup("localhost")).toBeTruthy();
  await expect(resolveName("localhost.example")).rejects.toMatchObject({ code: "ENOTFOUND" });
  expect(questions).toContain("localhost.example");
});

it("40: names that never resolve delay nobody else, and are given up after seconds of their own", async () => {
  const timer = vi.spyOn(globalThis, "setTimeout");
  let isOver = false;
  /** Asked for again and again: there are always eight that wait, however slow this machine is. */
  const keepAsking = async (nth: number) => {
    const results: PostResult[] = [];
    do results.push(await post(`https://silent${nth}.example/`, {}, Buffer.of()));
    while (!isOver);
    return results;
  };
  const silent = Array.from({ length: 8 }, (_, nth) => keepAsking(nth));
  await vi.waitFor(() => expect(new Set(questions).size).toBe(8), { timeout: 20_000 });
  // The address is private, so nothing is dialed; what counts is that the name was resolved.
  expect(await post("https://inside.example/", {}, Buffer.of())).toMatchObject({ error: "private_address" });
  // The system's resolver and the file system share the threads that silent names used to occupy.
  await lookup("localhost");
  isOver = true;
  const results = (await Promise.all(silent)).flat();
  // Not the ten seconds of the whole callback, which would be called "timeout".
  for (const result of results) expect(result).toMatchObject({ error: "dns_timeout" });
  expect(timer).toHaveBeenCalledWith(expect.any(Function), 3_000);
  timer.mockRestore();
});
