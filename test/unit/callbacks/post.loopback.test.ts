import { expect, it, vi } from "vitest";

const lookup = vi.hoisted(() => vi.fn());
vi.mock("node:dns", () => ({ lookup }));
vi.stubEnv("CALLBACK_ALLOW_LOOPBACK", "true");
const { post } = await import("../../../shared/callbacks/post.ts");

it("the local stack's permission is for its own machine by name: other names may lead to public addresses only", async () => {
  lookup.mockImplementation((_name, { all }, callback) =>
    all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4),
  );
  const result = await post("https://shop.example/callbacks", {}, Buffer.from("{}"));
  expect(result).toMatchObject({ ok: false, error: "private_address" });
  expect(lookup).toHaveBeenCalledOnce();
});
