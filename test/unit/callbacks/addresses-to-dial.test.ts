import { expect, it } from "vitest";
import { addressesToDial } from "../../../shared/callbacks/post.ts";

const V4 = [
  { address: "93.184.216.34", family: 4 },
  { address: "93.184.216.35", family: 4 },
];
const V6 = [{ address: "2606:4700::1111", family: 6 }];

it("all IPv4 addresses of a name are dialed, and no other", () => {
  expect(addressesToDial([...V6, ...V4])).toEqual(V4);
});

it("a name that has IPv6 addresses alone is dialed there", () => {
  expect(addressesToDial(V6)).toEqual(V6);
});
