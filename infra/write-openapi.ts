import { writeFileSync } from "node:fs";
import { openapiDocument } from "../shared/contract/openapi/document.ts";
import { ENDPOINTS, ROUTES } from "./topology.ts";

/** `npm run openapi`: writes what is generated from the operations, committed, and served. A test keeps it fresh. */
const write = (name: string, content: unknown) =>
  writeFileSync(
    new URL(`../shared/contract/generated/${name}`, import.meta.url),
    `${JSON.stringify(content, null, 2)}\n`,
  );

write("openapi.json", openapiDocument(ENDPOINTS));
write("routes.json", ROUTES);
