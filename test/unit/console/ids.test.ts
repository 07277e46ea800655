import { randomBytes } from "node:crypto";
import { expect, expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import { isId } from "../../../functions/console/page/address/ids.ts";
import type { Session } from "../../../functions/console/page/api/types.ts";
import type { EnteredConsole } from "../../../shared/contract/console.ts";
import { composeCode, newSessionId } from "../../../shared/domain/access/console-session.ts";

/** What the page knows by itself of the service's ids and answers, against the service's own word. */
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

it("knows the session as the contract has it", () => {
  expectTypeOf<{ [Name in keyof Session]: Session[Name] }>().toEqualTypeOf<z.output<typeof EnteredConsole>>();
});
