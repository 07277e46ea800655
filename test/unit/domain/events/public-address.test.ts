import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "../../../../shared/domain/events/callback-delivery.ts";

/** First and last address of each network that is not the public internet, and its public neighbors, where any. */
const V4: [name: string, first: string, last: string, before?: string | undefined, after?: string][] = [
  ["this network", "0.0.0.0", "0.255.255.255", undefined, "1.0.0.0"],
  ["private, class A", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
  ["carrier-grade NAT", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
  ["loopback", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
  ["link-local and metadata", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
  ["private, class B", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
  ["protocol assignments", "192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
  ["documentation 1", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["6to4 relays", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
  ["private, class C", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
  ["benchmarks", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
  ["documentation 2", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
  ["documentation 3", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
  ["multicast", "224.0.0.0", "239.255.255.255", "223.255.255.255"],
  ["reserved and broadcast", "240.0.0.0", "255.255.255.255"],
];

describe("not public:", () => {
  it.each(V4)("%s, %s to %s", (_, first, last) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false]);
  });

  it.each([
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["IPv4-mapped private", "::ffff:10.0.0.1"],
    ["IPv4-mapped loopback in hex", "::ffff:7f00:1"],
    ["IPv4-mapped, even when public", "::ffff:8.8.8.8"],
    ["IPv4-compatible", "::127.0.0.1"],
    ["IPv4-translated", "::ffff:0:127.0.0.1"],
    ["NAT64", "64:ff9b::169.254.169.254"],
    ["NAT64, even when public", "64:ff9b::808:808"],
    ["NAT64 of a local prefix", "64:ff9b:1::a00:1"],
    ["discard", "100::1"],
    ["just below global unicast", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["protocol assignments, first", "2001::"],
    ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    ["benchmarks", "2001:2::1"],
    ["ORCHID", "2001:20::1"],
    ["protocol assignments, last", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["documentation, first", "2001:db8::"],
    ["documentation, last", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["6to4, first", "2002::"],
    ["6to4 of a private address", "2002:a00:1::1"],
    ["6to4, last", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["newer documentation, first", "3fff::"],
    ["newer documentation, last", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["just above global unicast", "4000::"],
    ["segment routing", "5f00::1"],
    ["unique local, fc", "fc00::1"],
    ["unique local, fd: the cloud's metadata", "fd00:ec2::254"],
    ["link-local", "fe80::1"],
    ["link-local, last", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["nothing", ""],
    ["a name", "shop.example"],
    ["an address and more", "8.8.8.8.8"],
    ["decimal", "134744072"],
  ])("%s, %s", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("public:", () => {
  it.each(
    V4.flatMap(([name, , , before, after]) => [before, after].flatMap((at) => (at ? [[at, name]] : []))),
  )("%s, next to %s", (address = "") => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "93.184.216.34",
    "2000::",
    "2001:200::",
    "2001:4860:4860::8888",
    "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::",
    "2003::1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
    "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:1000::",
  ])("%s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

const asNumber = (address: string) =>
  address.split(".").reduce((number, part) => number * 256 + Number(part), 0);
const asAddress = (number: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");
const RANGES = V4.map(([, first, last]) => [asNumber(first), asNumber(last)] as const);

it("agrees with the table on every IPv4 address", () => {
  fc.assert(
    fc.property(fc.nat(2 ** 32 - 1), (number) => {
      const listed = RANGES.some(([first, last]) => first <= number && number <= last);
      expect(isPublicAddress(asAddress(number))).toBe(!listed);
    }),
    { numRuns: 2_000 },
  );
});

it("takes nothing of IPv6 outside global unicast", () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      fc.pre(!/^[23][0-9a-f]{3}:/i.test(address));
      expect(isPublicAddress(address)).toBe(false);
    }),
  );
});
