import { writeFileSync } from "node:fs";
import { openapiDocument } from "./openapi.ts";
import { OPERATIONS } from "./operations.ts";

/** `npm run openapi`: writes the document that is committed and served. A test keeps it fresh. */
writeFileSync(
  new URL("./openapi.json", import.meta.url),
  `${JSON.stringify(openapiDocument(OPERATIONS), null, 2)}\n`,
);
