import { getConsolePage, getConsolePart } from "../../shared/contract/console-page.ts";
import { pageEndpoint, partEndpoint } from "../../shared/lambda/page-endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { consolePageConfig } from "../../shared/runtime/config.ts";

const file = consolePageConfig().CONSOLE_PAGE_FILE;

export const handler = byRoute([
  [getConsolePage, pageEndpoint(getConsolePage, file)],
  [getConsolePart, partEndpoint(getConsolePart, file)],
]);
