import { Argument, type Command } from 'commander';
import { usingOnly } from './options.ts';
import type { Acts } from './session.ts';

export function completionCommand(program: Command, { alone }: Acts): void {
  usingOnly(program.command('completion'))
    .helpGroup('Set up:')
    .description('Print a script that completes commands in your shell: eval "$(writ completion bash)"')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
    .action(
      alone<[string], object>(({ print }, [shell]) => {
        const zsh = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '';
        const cases = wordsOf(program, '').map(([path, words]) => `    "${path}") words="${words}" ;;`);
        print.line(`${zsh}${script(cases.join('\n'))}`);
        return Promise.resolve();
      }),
    );
}

function wordsOf(
  command: Command,
  path: string,
  general: readonly string[] = [],
): [path: string, words: string][] {
  const own = command.options.flatMap(({ long }) => long ?? []);
  const names = command.commands.map((each) => each.name());
  const everywhere = path === '' ? own : general;
  const below = command.commands.flatMap((each) =>
    wordsOf(each, `${path} ${each.name()}`.trim(), everywhere),
  );
  return [[path, [...names, ...own, ...general].join(' ')], ...below];
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
