import * as z from "zod/mini";
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
  description: "The page alone, which knows nothing: what it shows it asks for with a session.",
  answers: {
    200: { description: "The page.", schema: z.string(), html: "only", example: "<!doctype html>…" },
  },
  failures: ["internal_error"],
} as const satisfies Operation;
