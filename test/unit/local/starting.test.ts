import { expect, it } from "vitest";
import type { Demo } from "../../../infra/local/demo.ts";
import { showStarting } from "../../../infra/local/open-demo.ts";
import type { Incoming } from "../../../infra/local/payload.ts";

const asked = (method: string, path: string) => ({ request: { method }, path }) as unknown as Incoming;

it("a browser that is opened too early is told to wait, and reloads by itself", () => {
  let demo: Demo | undefined;
  const door = showStarting(() => demo);
  for (const path of ["/", "/demo/shop", "/demo/docs"])
    expect(door(asked("GET", path))).toMatchObject({ statusCode: 503, headers: { Refresh: "1" } });
  // The demo merchant's own start needs these.
  expect(door(asked("POST", "/v1/webhooks/stripe"))).toBeUndefined();
  expect(door(asked("GET", "/v1/payments"))).toBeUndefined();
  demo = {} as Demo;
  expect(door(asked("GET", "/"))).toBeUndefined();
});
