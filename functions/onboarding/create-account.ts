import { processorConfig } from "../../shared/config.ts";
import { createAccount as operation } from "../../shared/contract/onboarding.ts";
import { createAccount } from "../../shared/flows/onboarding/create-account.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(operation, createAccount, [processorConfig]);
