import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requireServiceClock } from "../../../infra/operator/service-clock.ts";

/** A service whose clock is off by so much. */
let offsetMs = 0;
let date: string | undefined;
const service = createServer((_, response) => {
  response.sendDate = false;
  response.setHeader("Date", date ?? new Date(Date.now() + offsetMs).toUTCString());
  response.writeHead(404).end();
});
let baseUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

it.each([0, 20_000, -20_000])("a clock that is off by %s ms is as good as the service's", async (offset) => {
  offsetMs = offset;
  await expect(requireServiceClock(baseUrl)).resolves.toBeUndefined();
});

it.each([
  [-3_600_000, /is 3\d\d\d s ahead of the service's\. Set it first\./],
  [3_600_000, /is 3\d\d\d s behind the service's\. Set it first\./],
])("with a service whose clock is off by %s ms no link is made", async (offset, message) => {
  offsetMs = offset;
  await expect(requireServiceClock(baseUrl)).rejects.toThrow(message);
});

it("a service that does not answer, or does not say what time it is, ends with one line", async () => {
  date = "soon";
  await expect(requireServiceClock(baseUrl)).rejects.toThrow(/does not return its time\.$/);
  await expect(requireServiceClock("http://127.0.0.1:1")).rejects.toThrow(/does not answer\.$/);
});
