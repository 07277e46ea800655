import { ApiError, invalid } from "../http/api-error.ts";
import { FAULT_KINDS, type Fault } from "../world/faults.ts";
import { isRecord } from "./json-body.ts";

export function parseFault(body: unknown): Fault {
  const { method, path, kind, times = 1, delayMs = 0 } = isRecord(body) ? body : {};
  const known = FAULT_KINDS.find((candidate) => candidate === kind);
  if (typeof method !== "string" || typeof path !== "string" || !known) {
    throw invalid(`A fault needs method, path and kind (${FAULT_KINDS.join(", ")}).`);
  }
  if (!isCount(times) || times < 1 || !isCount(delayMs)) {
    throw new ApiError(400, "times must be at least 1 and delayMs at least 0.");
  }
  return { method, path, kind: known, times, delayMs };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
