import type { Answer, Operation } from "../operation.ts";

/**
 * Where an answer leads: to every operation whose path takes an id that the answer has. Ids have forms of their own
 * (domain/id-forms.ts), so the form of the answer's example says which field it is.
 */
export function linksOf(answer: Answer, from: Operation, all: readonly Operation[]) {
  const links = all
    .filter((to) => to.name !== from.name && to.scope)
    .flatMap((to) => {
      const parameters = Object.entries(to.pathParameters ?? {}).map(([name, form]) => {
        const field = fieldsOf(answer.example).find(
          (shown) => (name === "id" || name === shown.name) && form.safeParse(shown.value).success,
        );
        return [name, field && `$response.body#${field.pointer}`];
      });
      const isComplete = parameters.length > 0 && parameters.every(([, place]) => place);
      return isComplete
        ? [
            [
              operationIdOf(to),
              { operationId: operationIdOf(to), parameters: Object.fromEntries(parameters) },
            ],
          ]
        : [];
    });
  return links.length > 0 ? { links: Object.fromEntries(links) as object } : {};
}

/** Of a list, the fields of its first entry. */
function fieldsOf(example: unknown): { name: string; pointer: string; value: unknown }[] {
  const [prefix, shown] = Array.isArray(example) ? ["/0", example[0]] : ["", example];
  if (typeof shown !== "object" || shown === null) return [];
  return Object.entries(shown).map(([name, value]) => ({ name, pointer: `${prefix}/${name}`, value }));
}

export const operationIdOf = ({ name }: Operation): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
