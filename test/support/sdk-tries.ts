/** How often the processor's SDK sends a request whose connection is cut: a fault must strike each time to be felt. */
export const PROCESSOR_TRIES = 2;

/** How often the AWS SDK does, for the ledger and the queues. */
export const AWS_TRIES = 3;
