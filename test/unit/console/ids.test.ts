import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { isId } from "../../../infra/pages/console/address/ids.ts";
import { composeCode, newSessionId } from "../../../shared/domain/access/console-session.ts";

/** What the page knows by itself of the service's ids, against the service's own word. */
const MERCHANT_ID = "mer_Demo000000000001";

const newId = () =>
  newSessionId(MERCHANT_ID, { kind: "operator", name: "olivia", reason: "why" }, "07", randomBytes);

it("takes every session and every code that the service makes", () => {
  for (let count = 0; count < 50; count++) {
    const sessionId = newId();
    expect(isId("session", sessionId), sessionId).toBe(true);
    const { text } = composeCode(sessionId, randomBytes);
    expect(isId("code", text), text).toBe(true);
  }
});

it("takes no code that the service would not look at", () => {
  const { text } = composeCode(newId(), randomBytes);
  for (const other of [
    "",
    "svc_code_",
    text.slice(0, -1),
    `${text}0`,
    ` ${text}`,
    text.replace("code", "ses"),
  ])
    expect(isId("code", other), other).toBe(false);
});

it("takes an intent of the processor's of any length that it may have", () => {
  for (const taken of ["pi_1", `pi_${"a".repeat(250)}`]) expect(isId("intent", taken), taken).toBe(true);
  for (const other of ["pi_", `pi_${"a".repeat(251)}`, "pi_a-b", "ch_1"])
    expect(isId("intent", other), other).toBe(false);
});
