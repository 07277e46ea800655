import {
  createAccount,
  createOnboardingLink,
  getOnboardingStatus,
  refreshOnboardingStatus,
} from "./onboarding.ts";
import type { Operation } from "./operation.ts";
import { capturePayment, createPayment, getPayment, refundPayment } from "./payments.ts";
import {
  createConnectionToken,
  createLocation,
  listLocations,
  listReaders,
  registerReader,
} from "./terminal.ts";

/** The whole authenticated surface. Handlers import their own operation, never this table. */
export const OPERATIONS: readonly Operation[] = [
  createPayment,
  capturePayment,
  refundPayment,
  getPayment,
  createConnectionToken,
  createLocation,
  listLocations,
  registerReader,
  listReaders,
  createAccount,
  getOnboardingStatus,
  refreshOnboardingStatus,
  createOnboardingLink,
];
