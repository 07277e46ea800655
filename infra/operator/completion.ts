import { Argument, type Command, type Option } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { example } from "./example.ts";
import { print } from "./output.ts";

const SHELLS = ["bash", "zsh"];

export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("Print a shell function `operator` that completes commands, options and their choices.")
    .addArgument(new Argument("<shell>").choices(SHELLS).argParser(parseShell))
    .addHelpText(
      "after",
      `${example("completion bash")}\n\nUse it with: eval "$(npm run -s operator -- completion bash)"`,
    )
    .action((shell: string) => print(completionFor(program, shell)));
}

function parseShell(text: string): string {
  if (SHELLS.includes(text)) return text;
  throw new Failure("invalid_request", `There is no completion for ${text}. Choose bash or zsh.`);
}

/** zsh has bash's way of completing, but only loads it when asked. */
const ZSH = `(( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit }
autoload -Uz bashcompinit && bashcompinit
`;

/**
 * The words are written into the script: asking this program on every press of a key would take too long. It runs in bash
 * and in zsh, where `path` and `words` are variables of the shell's own, and arrays begin at 1: so elements are
 * taken by `:offset:length`, which both count alike.
 */
export function completionFor(program: Command, shell: string): string {
  const levels = levelsOf(program);
  const places = levels.flatMap(({ place }) => (place ? `"${place}"` : [])).join(" | ");
  const values = levels.flatMap(({ place, options }) =>
    options.flatMap(({ long, argChoices }) =>
      argChoices ? `    "${place} ${long}") choices="${argChoices.join(" ")}" ;;` : [],
    ),
  );
  const next = levels.map(({ place, next }) => `    "${place} "*) choices="${next.join(" ")}" ;;`);
  return `${shell === "zsh" ? ZSH : ""}operator() { npm run -s operator -- "$@"; }
_operator() {
  local place="" given="" choices=""
  for given in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    case "\${place:+$place }$given" in
      ${places}) place="\${place:+$place }$given" ;;
    esac
  done
  case "$place $given" in
${[...values, ...next].join("\n")}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[@]:$COMP_CWORD:1}"))
}
complete -F _operator operator`;
}

type Level = { place: string; options: readonly Option[]; next: string[] };

/** What may follow each command: its own commands, the choices of its arguments, and options. */
function levelsOf(command: Command, names: string[] = []): Level[] {
  const options = [...command.options, ...(command.parent?.parent?.options ?? command.parent?.options ?? [])];
  const next = [
    ...command.commands.map((child) => child.name()),
    ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
    ...options.map(({ long }) => long ?? ""),
  ];
  // The longest first: a place is matched by how it begins.
  return [
    ...command.commands.flatMap((child) => levelsOf(child, [...names, child.name()])),
    { place: names.join(" "), options, next },
  ];
}
