/**
 * Stands in for the question whether an answer's body is a browser's stream. Node's http makes none, and naming one
 * loads Node's web streams.
 */
export const isReadableStream = () => false;
export const isBlob = () => false;
