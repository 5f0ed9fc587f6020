import { replicaOptions } from './replica-options.ts';

/** What can be measured of `scale`. */
export const partNames = ['workers', 'notifications', 'gateways'] as const;
export type PartName = (typeof partNames)[number];

/** What can be measured of `backlog`; all of it by the word `all`. */
export const backlogCaseNames = [
  'updates',
  'creates',
  'salesforce',
  'bad-named',
  'bad-anonymous',
  'conflict',
  'all-bad',
  'alternating',
  'many-accounts',
  'steady',
  'day',
  'lone',
  'memory',
  'neighbour',
] as const;
export type BacklogCase = (typeof backlogCaseNames)[number];
/** These take minutes, whatever the size. */
export const slowCaseNames: readonly BacklogCase[] = ['steady', 'day', 'lone'];
const casesToChoose = [...backlogCaseNames, 'all'];

const counts = { takes: 'whole numbers from 1', accepts: isCount };

/** Options that choose what a benchmark measures; each takes one value or several, separated by commas, but for a `single` one. */
export const choiceOptions = {
  part: { takes: partNames.join(', '), accepts: (text) => partNames.some((name) => name === text) },
  workers: counts,
  accounts: counts,
  notifications: counts,
  destinations: counts,
  gateways: counts,
  installations: counts,
  share: { takes: 'parts of a core from 0.01, or none', accepts: (text) => text === 'none' || isShare(text) },
  case: { takes: casesToChoose.join(', '), accepts: (text) => casesToChoose.includes(text) },
  rounds: { takes: 'a whole number from 1', accepts: isCount, single: true },
} as const satisfies Record<string, ChoiceRule>;

type ChoiceRule = { takes: string; accepts: (text: string) => boolean; single?: true };

export type ChoiceOption = keyof typeof choiceOptions;
export const choiceOptionNames = Object.keys(choiceOptions) as readonly ChoiceOption[];

/** What was chosen of each, as it was written. */
export type Choices = Readonly<Partial<Record<ChoiceOption, readonly string[]>>>;

function isCount(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text);
}

function isShare(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text) && Number(text) >= 0.01;
}

/** What was asked for in place of what is usual; a benchmark has the options of which it has something usual. */
export function readChoices(
  name: string,
  texts: Partial<Record<ChoiceOption, string>>,
  usual: Choices,
): Choices | { refused: string } {
  const chosen: Partial<Record<ChoiceOption, readonly string[]>> = { ...usual };
  for (const option of choiceOptionNames) {
    const text = texts[option];
    if (text === undefined) continue;
    if (!usual[option]) {
      // Elsewhere it says how many processes there are.
      if (option in replicaOptions) continue;
      return { refused: `${name} has no --${option}.` };
    }
    const values = text.split(',');
    const { takes, accepts, single }: ChoiceRule = choiceOptions[option];
    if (!values.every(accepts) || new Set(values).size < values.length || (single && values.length > 1))
      return { refused: `--${option} takes ${takes}${single ? '' : ', each once, separated by commas'}.` };
    chosen[option] = values;
  }
  return chosen;
}
