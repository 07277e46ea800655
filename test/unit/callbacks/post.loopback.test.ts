import { expect, it, vi } from "vitest";

const resolve4 = vi.hoisted(() => vi.fn());
vi.mock("node:dns/promises", () => ({
  Resolver: class {
    resolve4 = resolve4;
    resolve6 = async () => [];
    cancel(): void {}
  },
}));
vi.stubEnv("CALLBACK_ALLOW_LOOPBACK", "true");
const { post } = await import("../../../shared/callbacks/post.ts");

it("the local stack's permission is for its own machine by name: other names may lead to public addresses only", async () => {
  resolve4.mockResolvedValue(["127.0.0.1"]);
  const result = await post("https://shop.example/callbacks", {}, Buffer.from("{}"));
  expect(result).toMatchObject({ ok: false, error: "private_address" });
  expect(resolve4).toHaveBeenCalledOnce();
});
