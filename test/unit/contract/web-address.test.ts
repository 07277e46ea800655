import { expect, it } from "vitest";
import { webAddress } from "../../../shared/contract/onboarding.ts";

it.each([
  "https://shop.example/return",
  "https://shop.example:8443/return?step=1#top",
  "http://localhost:3000/return",
  "http://127.0.0.1/return",
  "http://[::1]:3000/",
])("%s is an address to send a browser to", (address) => {
  expect(webAddress.safeParse(address).success).toBe(true);
});

it.each([
  "",
  "shop.example",
  "/return",
  "http://shop.example/return",
  "http://localhost.shop.example/",
  "http://127.0.0.1.shop.example/",
  "javascript:alert(1)",
  "ftp://shop.example/",
  "https://user:secret@shop.example/",
  "https://user@shop.example/",
  "https://:secret@shop.example/",
  "https://shop.example/\ud800",
])("%j is not", (address) => {
  expect(webAddress.safeParse(address).success).toBe(false);
});
