import { consolePageConfig } from "../../shared/config.ts";
import { getConsolePage as operation } from "../../shared/contract/console-page.ts";
import { pageEndpoint } from "../../shared/lambda/page-endpoint.ts";

export const handler = pageEndpoint(operation, consolePageConfig().CONSOLE_PAGE_FILE);
