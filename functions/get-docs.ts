import { getDocs as operation } from "../shared/contract/reference.ts";
import { pageEndpoint } from "../shared/lambda/page-endpoint.ts";
import { referencePageConfig } from "../shared/runtime/config.ts";

export const handler = pageEndpoint(operation, referencePageConfig().REFERENCE_PAGE_FILE);
