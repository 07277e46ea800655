import {
  diagnoseCallback,
  disableCallbackEndpoint,
  enableCallbackEndpoint,
  getCallbackEndpoint,
  rotateCallbackSecret,
  setCallbackEndpoint,
  testCallbackEndpoint,
} from "./callback-endpoint.ts";
import { getEvent, listEvents, recoverEvents, redeliverEvent } from "./events.ts";
import {
  createAccount,
  createOnboardingLink,
  getOnboardingStatus,
  refreshOnboardingStatus,
} from "./onboarding.ts";
import type { Operation } from "./operation.ts";
import { getPayment } from "./payment.ts";
import { getPaymentTimeline, listPayments } from "./payment-lists.ts";
import { capturePayment, createPayment, refundPayment } from "./payments.ts";
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
  listPayments,
  getPaymentTimeline,
  createConnectionToken,
  createLocation,
  listLocations,
  registerReader,
  listReaders,
  createAccount,
  getOnboardingStatus,
  refreshOnboardingStatus,
  createOnboardingLink,
  listEvents,
  getEvent,
  redeliverEvent,
  recoverEvents,
  getCallbackEndpoint,
  setCallbackEndpoint,
  rotateCallbackSecret,
  disableCallbackEndpoint,
  enableCallbackEndpoint,
  testCallbackEndpoint,
  diagnoseCallback,
];
