import * as contract from "../../shared/contract/terminal.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { cancelReaderAction, getReader, processAtReader } from "../../shared/flows/payments/ask-reader.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { listReaders } from "../../shared/processor/terminal.ts";
import { processorConfig } from "../../shared/runtime/config.ts";
import { readerView } from "../../shared/views/reader.ts";

const list = endpoint(
  contract.listReaders,
  ({ merchant, query }) => listReaders({ ...query, accountId: requireAccountId(merchant) }),
  [processorConfig],
);

const get = endpoint(
  contract.getReader,
  async ({ merchant, parameter }) => readerView(await getReader(merchant, parameter("id"))),
  [processorConfig],
);

const send = endpoint(
  contract.processAtReader,
  async ({ merchant, parameter, ...at }) => readerView(await processAtReader(merchant, parameter("id"), at)),
  [processorConfig],
);

const cancel = endpoint(
  contract.cancelReaderAction,
  async ({ merchant, parameter, ...at }) =>
    readerView(await cancelReaderAction(merchant, parameter("id"), at)),
  [processorConfig],
);

export const handler = byRoute([
  [contract.getReader, get],
  [contract.processAtReader, send],
  [contract.listReaders, list],
  [contract.cancelReaderAction, cancel],
]);
