type ErrorType = "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";

export type ErrorDetails = {
  type?: ErrorType;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: object;
};

/** A refusal in the processor's own words; the HTTP layer is the only one that renders it. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }

  body(): object {
    const { type = "invalid_request_error", ...rest } = this.details;
    return { error: { ...rest, message: this.message, type } };
  }
}

/** A declined payment is an error to the caller, yet the attempt happened: its writes are kept. */
export class DeclinedError extends ApiError {}

export function invalid(message: string, details: ErrorDetails = {}): ApiError {
  return new ApiError(400, message, details);
}

export function missingParam(param: string): ApiError {
  return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

/** The object named in the path is not there, or belongs to another account: both look alike. */
export function noSuchObject(kind: string, id: string): ApiError {
  const param = kind === "payment_intent" ? "intent" : "id";
  return new ApiError(404, noSuch(kind, id), { code: "resource_missing", param });
}

export function noAccess(account: string): ApiError {
  return new ApiError(
    403,
    `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    { code: "account_invalid" },
  );
}

/** A parameter refers to an object that is not there. */
export function noSuchReference(kind: string, id: string, param: string): ApiError {
  return invalid(noSuch(kind, id), { code: "resource_missing", param });
}

function noSuch(kind: string, id: string): string {
  return `No such ${kind}: '${id}'`;
}
