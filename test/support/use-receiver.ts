import { afterAll, beforeAll, beforeEach } from "vitest";
import { CallbackReceiver } from "./callback-receiver.ts";

/** A merchant's server for this file: polite and without memories before each test. */
export function useReceiver(): CallbackReceiver {
  const receiver = new CallbackReceiver();
  beforeAll(() => receiver.open());
  beforeEach(() => receiver.reset());
  afterAll(() => receiver.stop());
  return receiver;
}
