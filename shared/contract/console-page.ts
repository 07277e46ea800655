import * as z from "zod/mini";
import { described } from "./described.ts";
import type { Operation, Tag } from "./operation.ts";

/** Here and not beside the sessions, because the page's function needs no schema of theirs. */
export const CONSOLE: Tag = {
  name: "Console",
  description: "Links into the console, where people see payments, events and callbacks in a browser.",
};

export const getConsolePage = {
  name: "get-console-page",
  method: "GET",
  path: "/console",
  tag: CONSOLE,
  caller: "anyone",
  summary: "Open the console",
  description: "Returns the page only. Its data is loaded with a session.",
  answers: {
    200: { description: "The page.", schema: z.string(), html: "only", example: "<!doctype html>…" },
  },
  failures: ["internal_error"],
} as const satisfies Operation;

export const getConsolePart = {
  name: "get-console-part",
  method: "GET",
  path: "/console/parts/{part}",
  pathParameters: {
    part: described("The part's file name.", z.string().check(z.regex(/^[\w-]{1,100}\.js$/))),
  },
  tag: CONSOLE,
  caller: "anyone",
  summary: "Load a part of the console",
  description:
    "The page loads its screens when they are first opened. A part's name contains the hash of its content, so it " +
    "may be cached without a limit. After a release, parts of the version before are unknown.",
  answers: {
    200: { description: "The part.", schema: z.string(), script: true, example: "export{};" },
  },
  failures: ["not_found", "internal_error"],
} as const satisfies Operation;
