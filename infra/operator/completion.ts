import { Argument, type Command } from "commander";
import { example } from "./example.ts";
import { print } from "./output.ts";

export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("Print a shell function `operator` that completes commands and options.")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh"]))
    .addHelpText(
      "after",
      `${example("completion bash")}\n\nUse it with: eval "$(npm run -s operator -- completion bash)"`,
    )
    .action((shell: string) => print(completionFor(program, shell)));
}

/** The words are written into the script: asking this program on every press of a key would take too long. */
export function completionFor(program: Command, shell: string): string {
  const levels = levelsOf(program);
  const paths = levels.flatMap(({ path }) => (path ? `"${path}"` : [])).join(" | ");
  const cases = levels.map(({ path, words }) => `    "${path}") words="${words.join(" ")}" ;;`);
  return `${shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : ""}operator() { npm run -s operator -- "$@"; }
_operator() {
  local path="" word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${paths}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join("\n")}
    *) words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _operator operator`;
}

/** What may follow each command: its own commands, and options. */
function levelsOf(command: Command, path: string[] = []): { path: string; words: string[] }[] {
  const options = [...command.options, ...(command.parent?.parent?.options ?? command.parent?.options ?? [])];
  const words = [...command.commands.map((child) => child.name()), ...options.map(({ long }) => long ?? "")];
  return [
    { path: path.join(" "), words },
    ...command.commands.flatMap((child) => levelsOf(child, [...path, child.name()])),
  ];
}
