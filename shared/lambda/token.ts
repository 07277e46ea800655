import { randomUUID } from "node:crypto";

/** A call recognizes its own writes by it. Short, because it is stored with each write. */
export const newToken = (): string =>
  Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");
