import { Argument, type Command } from 'commander';
import type { ActAlone } from './session.ts';
import { lookingAt } from './options.ts';

/** Prints what makes a shell complete commands and options: of the words so far, those that can follow. */
export function completionCommand(program: Command, alone: ActAlone): void {
  lookingAt(program.command('completion'))
    .helpGroup('Set up:')
    .description('prints what completes commands in your shell: eval "$(writ completion bash)"')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
    .action(
      alone<[string], object>(({ print }, [shell]) => {
        const zsh = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '';
        const cases = pathsOf(program, '').map(([path, words]) => `    "${path}") words="${words}" ;;`);
        print.line(`${zsh}${script(cases.join('\n'))}`);
        return Promise.resolve();
      }),
    );
}

/** Each command by its words, with what can follow; options of the whole can follow everywhere. */
function pathsOf(
  command: Command,
  path: string,
  general: readonly string[] = [],
): [path: string, words: string][] {
  const own = command.options.flatMap(({ long }) => (long === undefined ? [] : [long]));
  const options = [...own, ...general];
  const everywhere = path === '' ? own : general;
  const names = command.commands.map((each) => each.name());
  const below = command.commands.flatMap((each) =>
    pathsOf(each, `${path} ${each.name()}`.trim(), everywhere),
  );
  return [[path, [...names, ...options].join(' ')], ...below];
}

const script = (cases: string): string => `_writ() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _writ writ`;
