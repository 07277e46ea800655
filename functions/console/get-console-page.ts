import { getConsolePage as operation } from "../../shared/contract/console-page.ts";
import { pageEndpoint } from "../../shared/lambda/page-endpoint.ts";
import { consolePageConfig } from "../../shared/runtime/config.ts";

export const handler = pageEndpoint(operation, consolePageConfig().CONSOLE_PAGE_FILE);
