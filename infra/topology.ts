import type { Operation } from "../shared/contract/operation.ts";
import { capturePayment, createPayment, getPayment, refundPayment } from "../shared/contract/payments.ts";

/**
 * What runs, as plain data: which function serves which route and what it may touch. The CDK stack and the local
 * stack are two readings of this table, so neither can have what the other lacks.
 */
export type Route = { method: string; path: string };

export type SecretName = "processor";

export type FunctionSpec = {
  name: string;
  /** The file that exports `handler`. */
  entry: string;
  /** "default": whatever no route matches. */
  routes: readonly Route[] | "default";
  table: "none" | "read" | "read-write";
  secrets: readonly SecretName[];
  /** Reads the platform's default fee policy. */
  fees?: boolean;
  timeoutSeconds: number;
  memoryMegabytes: number;
};

/** Above every client's own timeouts, below API Gateway's 30 s, and far below a claim's lease. */
const API_TIMEOUT_SECONDS = 25;

/** More memory is more CPU: module evaluation, the dominant cold cost, shrinks with it up to about this size. */
const MEMORY_MEGABYTES = 512;

type Access = Pick<FunctionSpec, "table" | "secrets"> & { fees?: boolean };

const endpoint = ({ name, method, path }: Operation, folder: string, access: Access): FunctionSpec => ({
  name,
  entry: `functions/${folder}/${name}.ts`,
  routes: [{ method, path }],
  timeoutSeconds: API_TIMEOUT_SECONDS,
  memoryMegabytes: MEMORY_MEGABYTES,
  ...access,
});

const MOVES_MONEY: Access = { table: "read-write", secrets: ["processor"] };

const keyless = (name: string, routes: FunctionSpec["routes"]): FunctionSpec => ({
  name,
  entry: `functions/${name}.ts`,
  routes,
  table: "none",
  secrets: [],
  timeoutSeconds: 5,
  memoryMegabytes: 256,
});

export const FUNCTIONS: readonly FunctionSpec[] = [
  endpoint(createPayment, "payments", { ...MOVES_MONEY, fees: true }),
  endpoint(capturePayment, "payments", MOVES_MONEY),
  endpoint(refundPayment, "payments", MOVES_MONEY),
  endpoint(getPayment, "payments", { table: "read", secrets: [] }),
  keyless("get-openapi", [{ method: "GET", path: "/v1/openapi.json" }]),
  keyless("not-found", "default"),
];

/** The environment variable that tells a function where a secret lies; never the secret itself. */
export const SECRET_VARIABLES: Record<SecretName, string> = { processor: "PROCESSOR_SECRET_ARN" };
