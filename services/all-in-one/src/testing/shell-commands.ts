import { spawnSync } from 'node:child_process';

/** `language`: the word after the fence. */
export type Fence = { language: string; text: string };

export const fencesOf = (markdown: string): Fence[] =>
  [...markdown.matchAll(/^```(\S*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));

/** A command ends where the shell finds it complete. */
export function commandsOf(block: string): string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of block.split('\n')) {
    open = open === '' ? line : `${open}\n${line}`;
    if (open.trim() === '' || !isComplete(open)) continue;
    commands.push(open);
    open = '';
  }
  if (open.trim() !== '') throw new Error(`The shell does not find this complete: ${open}`);
  return commands;
}

const isComplete = (text: string): boolean =>
  !/(\\|\|)$/.test(text) && spawnSync('bash', ['-n', '-c', text]).status === 0;

export type Ended = { command: string; code: number; output: string };

/** A script that reports the end of each command. An unset variable ends it. */
export const scriptOf = (commands: readonly string[]): string =>
  [
    'exec 2>&1; set -u -o pipefail',
    ...commands.map((command) => `${command}\nprintf '\\n${mark}%s\\n' $?`),
  ].join('\n');

const mark = 'ended with code ';

/** Reads the script's output; commands after an unset variable are missing. */
export function endsIn(output: string, commands: readonly string[]): Ended[] {
  const parts = output.split(new RegExp(`^${mark}(\\d+)\\n`, 'm'));
  return commands.map((command, index) => ({
    command,
    code: Number(parts[2 * index + 1] ?? -1),
    output: (parts[2 * index] ?? '').trim(),
  }));
}
