/** The processor's answer is of a later API version: a status or a shape that we do not know. */
export class NotUnderstood extends Error {
  override readonly name = "NotUnderstood";
}
