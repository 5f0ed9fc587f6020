import { InvalidArgumentError, Option } from 'commander';

export const partNames = ['workers', 'gateways'] as const;
export type PartName = (typeof partNames)[number];

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
/** Minutes at any size. */
export const slowCaseNames: readonly BacklogCase[] = ['steady', 'day', 'lone'];
const casesToChoose: readonly string[] = [...backlogCaseNames, 'all'];

const isCount = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text);
const isShare = (text: string): boolean =>
  text === 'none' || (/^\d+(\.\d+)?$/.test(text) && Number(text) >= 0.01);
const counts = { takes: 'whole numbers from 1', accepts: isCount };

const choiceOptions = {
  part: { takes: partNames.join(', '), accepts: (text) => partNames.some((name) => name === text) },
  workers: counts,
  accounts: counts,
  gateways: counts,
  installations: counts,
  share: { takes: 'parts of a core from 0.01, or none', accepts: isShare },
  case: { takes: casesToChoose.join(', '), accepts: (text) => casesToChoose.includes(text) },
} as const satisfies Record<string, { takes: string; accepts: (text: string) => boolean }>;

export type ChoiceOption = keyof typeof choiceOptions;
export const choiceOptionNames = Object.keys(choiceOptions) as readonly ChoiceOption[];

export type Choices = Readonly<Partial<Record<ChoiceOption, readonly string[]>>>;

/** Takes different values, separated by commas, instead of the usual ones. */
export const choiceOption = (name: ChoiceOption, usual: readonly string[]): Option =>
  new Option(`--${name} <values>`, choiceOptions[name].takes)
    .default(usual, usual.join(','))
    .argParser((text) => readValues(name, text));

function readValues(name: ChoiceOption, text: string): readonly string[] {
  const { takes, accepts } = choiceOptions[name];
  const values = text.split(',');
  if (values.every(accepts) && new Set(values).size === values.length) return values;
  throw new InvalidArgumentError(`It takes ${takes}, each once, separated by commas.`);
}
