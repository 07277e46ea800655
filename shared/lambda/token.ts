import { randomUUID } from "node:crypto";

/** By which a call knows its own writes again. In the short form: it is stored with what it wrote. */
export const newToken = (): string =>
  Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");
