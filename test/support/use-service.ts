import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { LocalService } from "./local-service.ts";
import type { ServiceSettings } from "./open-stack.ts";
import { openShop, type Shop } from "./shops.ts";

/*
 * Called at the top of a test file. What they return may be used inside of tests and hooks only; what is registered
 * later ends first, so a receiver that hangs lets go before the service that waits for it is stopped.
 */

/**
 * A service for this file: its wires are clear before each test, and every injected fault has struck after it. What a
 * test has set going comes to its end with the test, so that it meets neither the faults nor the clock of the next one.
 */
export function useService(settings: ServiceSettings = {}): LocalService {
  const service = new LocalService(settings);
  beforeAll(() => service.open());
  beforeEach(() => service.clearWires());
  afterEach(async () => {
    const { allFaultsStruck } = service;
    service.clearWires();
    await service.rest();
    vi.useRealTimers();
    expect(allFaultsStruck, "every injected fault has struck").toBe(true);
  });
  afterAll(() => service.stop());
  return service;
}

/** A new merchant with a server of its own for each test; setting it up leaves nothing on the wires. */
export function useShop(service: LocalService): Shop {
  const shop = {} as Shop;
  beforeEach(async () => {
    Object.assign(shop, await openShop(service));
    service.clearWires();
  });
  afterEach(() => shop.receiver.stop());
  return shop;
}
