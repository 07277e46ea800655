/** The body is text already: a replay must not differ by a space. */
export type Answer = { status: number; body: string; headers?: Record<string, string> };

export function render(object: object): string {
  return JSON.stringify(object, null, 2);
}

export function json(status: number, object: object): Answer {
  return { status, body: render(object), headers: { "Content-Type": "application/json" } };
}

export function redirect(location: string): Answer {
  return { status: 303, body: "", headers: { Location: location } };
}
