import * as z from "zod/mini";
import type * as terminal from "../domain/terminal.ts";
import { countryCode, text } from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES, type Tag } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";

const TAG: Tag = { name: "Terminal", description: "Card readers and where they stand." };

export const ConnectionToken = z.strictObject({ secret: z.string() });

/** Section 2.3 of the specification, exactly. */
export const Location = z.strictObject({
  id: z.string(),
  displayName: z.string(),
}) satisfies z.ZodMiniType<terminal.Location>;

/** Section 2.4 of the specification, exactly. */
export const Reader = z.strictObject({
  id: z.string(),
  label: z.string(),
  deviceType: z.string(),
  status: z.enum(["online", "offline"]),
  locationId: z.string(),
}) satisfies z.ZodMiniType<terminal.Reader>;

const locationId = z
  .string()
  .check(z.regex(/^tml_[A-Za-z0-9_]{1,100}$/, { error: "Expected a location's id, tml_…" }));

const readerId = z
  .string()
  .check(z.regex(/^tmr_[A-Za-z0-9_]{1,100}$/, { error: "Expected a reader's id, tmr_…" }));

const FAILURES = [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "no_connected_account"] as const;

export const createConnectionToken = {
  name: "create-connection-token",
  method: "POST",
  path: "/v1/terminal/connection-token",
  tag: TAG,
  summary: "Create a connection token",
  description: "A short-lived secret for the reader SDK, scoped to the merchant's connected account.",
  body: z.strictObject({}),
  answers: { 200: { name: "ConnectionToken", description: "The token.", schema: ConnectionToken } },
  failures: FAILURES,
} as const satisfies Operation;

export const createLocation = {
  name: "create-location",
  method: "POST",
  path: "/v1/terminal/locations",
  tag: TAG,
  summary: "Create a location",
  body: z.strictObject({
    displayName: text(),
    line1: text(),
    line2: z.optional(text()),
    city: text(),
    state: text(),
    postalCode: text(),
    country: z._default(countryCode, "US"),
  }),
  answers: { 201: { name: "Location", description: "The location was created.", schema: Location } },
  failures: FAILURES,
} as const satisfies Operation;

export const listLocations = {
  name: "list-locations",
  method: "GET",
  path: "/v1/terminal/locations",
  tag: TAG,
  summary: "List the merchant's locations",
  query: pageQuery(locationId),
  answers: { 200: page("Locations", Location) },
  failures: FAILURES,
} as const satisfies Operation;

export const registerReader = {
  name: "register-reader",
  method: "POST",
  path: "/v1/terminal/readers",
  tag: TAG,
  summary: "Register a reader",
  description: "Attaches the reader that shows the code on its screen to one of the merchant's locations.",
  body: z.strictObject({
    registrationCode: text(),
    locationId,
    label: z.optional(text()),
  }),
  answers: { 201: { name: "Reader", description: "The reader was registered.", schema: Reader } },
  failures: FAILURES,
} as const satisfies Operation;

export const listReaders = {
  name: "list-readers",
  method: "GET",
  path: "/v1/terminal/readers",
  tag: TAG,
  summary: "List the merchant's readers",
  query: pageQuery(readerId),
  answers: { 200: page("Readers", Reader) },
  failures: FAILURES,
} as const satisfies Operation;
