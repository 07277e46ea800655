import { describe, expect, it } from "vitest";
import { callbackUrlFault, canonicalUrl } from "../../../../shared/domain/events/callback-delivery.ts";

const DEPLOYED = { loopback: false };
const LOCAL = { loopback: true };
const ofLength = (length: number) => "https://shop.example/".padEnd(length, "a");

describe.each([
  ["deployed", DEPLOYED],
  ["local", LOCAL],
])("%s: is taken:", (_, permissions) => {
  it.each([
    "https://shop.example/callbacks",
    "https://shop.example",
    "https://shop.example:443/callbacks",
    "https://shop.example:8443/callbacks?merchant=1",
    "HTTPS://SHOP.EXAMPLE/callbacks",
    "https://shop.example./callbacks",
    "https://a.very.deep.shop.example/",
    "https://xn--bcher-kva.example/",
    "https://bücher.example/",
    "https://1.shop.example/",
    "https://127.0.0.1.shop.example/",
    "https://localhost.shop.example/",
    "https://internal.example/",
    "https://my-internal.example/",
    "https://shop.notinternal/",
    "https://_shop.example/",
    "https://t.co/",
    "https://go.example/",
    `https://${"a".repeat(63)}.example/`,
    `https://${"a.".repeat(122)}shops.com/`,
    ofLength(2000),
  ])("%s", (url) => {
    expect(callbackUrlFault(url, permissions)).toBeUndefined();
  });
});

const NOT_A_URL = /must be a URL/;
const CREDENTIALS = /credentials/;
const NOT_HTTPS = /https/;
const PORT = /port/;
const ADDRESS = /IP address/;
const NOT_PUBLIC = /public name/;

const REJECTED: [string, string, RegExp][] = [
  ["nothing", "", NOT_A_URL],
  ["no scheme", "shop.example/callbacks", NOT_A_URL],
  ["a path", "/callbacks", NOT_A_URL],
  ["no host", "https://", NOT_A_URL],
  ["2001 characters", ofLength(2001), NOT_A_URL],
  ["half a surrogate pair", "https://shop.example.com/\ud800", /well-formed Unicode/],
  ["an address out of range", "https://256.256.256.256/", NOT_A_URL],
  ["a host with a space", "https://shop example/", NOT_A_URL],
  ["a user", "https://user@shop.example/", CREDENTIALS],
  ["a password", "https://:secret@shop.example/", CREDENTIALS],
  ["a user that looks like the host", "https://shop.example@127.0.0.1/", CREDENTIALS],
  ["plain http", "http://shop.example/", NOT_HTTPS],
  ["plain http on 443", "http://shop.example:443/", NOT_HTTPS],
  ["http to a private address", "http://10.0.0.1/", NOT_HTTPS],
  ["http to loopback beyond .1", "http://127.0.0.2/", NOT_HTTPS],
  ["http to IPv6 loopback", "http://[::1]/", NOT_HTTPS],
  ["http to a name that begins like loopback", "http://localhost.shop.example/", NOT_HTTPS],
  ["ftp", "ftp://shop.example/", NOT_HTTPS],
  ["a file", "file:///etc/passwd", NOT_HTTPS],
  ["websockets", "wss://shop.example/", NOT_HTTPS],
  ["script", "javascript:alert(1)", NOT_HTTPS],
  ["data", "data:text/plain,hello", NOT_HTTPS],
  ["port 80", "https://shop.example:80/", PORT],
  ["port 22", "https://shop.example:22/", PORT],
  ["port 8080", "https://shop.example:8080/", PORT],
  ["port 0", "https://shop.example:0/", PORT],
  ["an IPv4 address", "https://127.0.0.1/", ADDRESS],
  ["a public IPv4 address", "https://8.8.8.8/", ADDRESS],
  ["the metadata service", "https://169.254.169.254/latest/meta-data/", ADDRESS],
  ["decimal IPv4", "https://2130706433/", ADDRESS],
  ["octal IPv4", "https://0177.0.0.1/", ADDRESS],
  ["octal IPv4 in one", "https://017700000001/", ADDRESS],
  ["hex IPv4", "https://0x7f.0x0.0x0.0x1/", ADDRESS],
  ["hex IPv4 in one", "https://0x7f000001/", ADDRESS],
  ["mixed bases", "https://0x7f.1/", ADDRESS],
  ["short IPv4", "https://127.1/", ADDRESS],
  ["shortest IPv4", "https://0/", ADDRESS],
  ["IPv4 with a trailing dot", "https://127.0.0.1./", ADDRESS],
  ["IPv4 in full-width digits", "https://１２７.０.０.１/", ADDRESS],
  ["IPv4 with percent signs", "https://%31%32%37.0.0.1/", ADDRESS],
  ["IPv6", "https://[::1]/", ADDRESS],
  ["a public IPv6 address", "https://[2606:4700::1111]/", ADDRESS],
  ["IPv4-mapped IPv6", "https://[::ffff:127.0.0.1]/", ADDRESS],
  ["IPv4-mapped IPv6 in hex", "https://[::ffff:7f00:1]/", ADDRESS],
  ["NAT64", "https://[64:ff9b::7f00:1]/", ADDRESS],
  ["a bracketed address with a port", "https://[::1]:8443/", ADDRESS],
  ["localhost", "https://localhost/", NOT_PUBLIC],
  ["localhost with a trailing dot", "https://localhost./", NOT_PUBLIC],
  ["localhost in capitals", "https://LOCALHOST/", NOT_PUBLIC],
  ["a single label", "https://shop/", NOT_PUBLIC],
  ["a single label that is known to be private", "https://intranet/", NOT_PUBLIC],
  ["a single label on 8443", "https://intranet:8443/", NOT_PUBLIC],
  ["an empty label", "https://a..b/", NOT_PUBLIC],
  ["an empty label before the trailing dot", "https://shop.example../", NOT_PUBLIC],
  ["an empty first label", "https://.shop.example/", NOT_PUBLIC],
  ["a label of 64 characters", `https://${"a".repeat(64)}.example/`, NOT_PUBLIC],
  ["a label that begins with a hyphen", "https://-shop.example/", NOT_PUBLIC],
  ["a label that ends with a hyphen", "https://shop-.example/", NOT_PUBLIC],
  ["a name of 254 characters", `https://${"a.".repeat(123)}shop.com/`, NOT_PUBLIC],
  ["a name below localhost", "https://shop.localhost/", NOT_PUBLIC],
  ["a name below localhost with a trailing dot", "https://shop.localhost./", NOT_PUBLIC],
  ["a name below local", "https://printer.local/", NOT_PUBLIC],
  ["a name below internal", "https://metadata.google.internal/", NOT_PUBLIC],
  ["a name of a cloud's own network", "https://ip-10-0-0-1.ec2.internal/", NOT_PUBLIC],
  ["a name below test", "https://shop.test/", NOT_PUBLIC],
  ["a name below invalid", "https://shop.invalid/", NOT_PUBLIC],
  ["a name below onion", "https://shop.onion/", NOT_PUBLIC],
  ["a name of a home network", "https://router.home.arpa/", NOT_PUBLIC],
];

describe.each([
  ["deployed", DEPLOYED],
  ["local", LOCAL],
])("%s: is rejected:", (_, permissions) => {
  it.each(REJECTED)("%s", (_, url, reason) => {
    expect(callbackUrlFault(url, permissions)).toMatch(reason);
  });
});

describe("loopback over http", () => {
  const LOOPBACK = [
    "http://127.0.0.1/callbacks",
    "http://127.0.0.1:9999/callbacks",
    "http://localhost:3000/",
    "http://2130706433:3000/",
  ];

  it.each(LOOPBACK)("%s is taken with the permission", (url) => {
    expect(callbackUrlFault(url, LOCAL)).toBeUndefined();
  });

  it.each(LOOPBACK)("%s is rejected without it", (url) => {
    expect(callbackUrlFault(url, DEPLOYED)).toMatch(NOT_HTTPS);
  });

  it("is rejected with credentials, permission or not", () => {
    expect(callbackUrlFault("http://user:secret@127.0.0.1/", LOCAL)).toMatch(CREDENTIALS);
  });
});

it.each([
  "https://shop.example./a-b?x=1",
  "https://shop.example/a-b?x=1#top",
  "HTTPS://shop.example:443/a-b?x=1",
  "https://shop.example/%61%2Db?x=%31",
])("%s is another spelling of one URL", (spelling) => {
  expect(canonicalUrl(spelling)).toBe("https://shop.example/a-b?x=1");
});

it("an empty query is none, an escaped slash is no slash, and its escape has one spelling", () => {
  expect(canonicalUrl("https://shop.example/a?")).toBe("https://shop.example/a");
  expect(canonicalUrl("https://shop.example/a%2fb")).toBe("https://shop.example/a%2Fb");
});
