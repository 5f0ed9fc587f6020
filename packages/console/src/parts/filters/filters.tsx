import type { ReactNode } from 'react';
import { useMayName, useNames, type NamedKind } from '../../data/names.ts';
import { useZone } from '../../data/preferences.ts';
import { useProject } from '../../data/project.ts';
import { brandOf, brands, shortened } from '../facts/words.ts';
import { Loading, Problem } from '../states/states.tsx';
import { absoluteWords } from '../time/words.ts';
import { ChipOfChoices, ChipOfFlag, ChipOfText, type Choice } from './chip.tsx';
import { flagParam, manyParam, oneParam, textParam, timeParam, type Param } from './params.ts';

export type Filter<Value> = {
  label: string;
  param: Param<Value>;
  Chip(given: {
    label: string;
    value: Value | undefined;
    onChange(value: Value | undefined): void;
  }): ReactNode;
  /** Set by links alone: it has a chip only while it is set. */
  isLinked?: true;
};

/** By the names of their parameters; those used most come first. */
export type Filters = Readonly<Record<string, Filter<unknown>>>;

type WordsOf<Word extends string> = Readonly<Record<Word, string>>;

const choicesOf = <Word extends string>(words: WordsOf<Word>) =>
  Object.entries<string>(words).map(([value, each]) => ({ value, words: each })) as Choice<Word>[];

const listOf = <Value,>(value: Value | undefined): Value[] => (value === undefined ? [] : [value]);

export const text = (label: string): Filter<string> => ({ label, param: textParam, Chip: ChipOfText });

export const provider = (label: string): Filter<string> => ({
  label,
  param: textParam,
  Chip: (given) => (
    <ChipOfText {...given} words={given.value && brandOf(given.value)} choices={choicesOf(brands)} />
  ),
});

/** A text that only links set. */
export const linked = (label: string): Filter<string> => ({
  label,
  param: textParam,
  Chip: (given) => <ChipOfText {...given} words={given.value && shortened(given.value)} />,
  isLinked: true,
});

export const flag = (label: string): Filter<true> => ({ label, param: flagParam, Chip: ChipOfFlag });

export function oneOf<Word extends string>(label: string, words: WordsOf<Word>): Filter<Word> {
  const choices = choicesOf(words);
  return {
    label,
    param: oneParam(choices.map(({ value }) => value)),
    Chip: (given) => (
      <ChipOfChoices
        {...{ label, choices }}
        chosen={listOf(given.value)}
        onChange={([word]) => given.onChange(word)}
      />
    ),
  };
}

export function manyOf<Word extends string>(label: string, words: WordsOf<Word>): Filter<Word[]> {
  const choices = choicesOf(words);
  return {
    label,
    param: manyParam(choices.map(({ value }) => value)),
    Chip: ({ value = [], ...given }) => <ChipOfChoices {...given} choices={choices} chosen={value} isMany />,
  };
}

const booleanParam: Param<boolean> = {
  read: ([value]) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
  write: (value) => [String(value)],
};

export const yesOrNo = (label: string, yes: string, no: string): Filter<boolean> => ({
  label,
  param: booleanParam,
  Chip: (given) => (
    <ChipOfChoices
      label={label}
      choices={choicesOf({ true: yes, false: no })}
      chosen={listOf(given.value).map((value) => `${value}` as const)}
      onChange={([word]) => given.onChange(word && word === 'true')}
    />
  ),
});

const httpStatusParam: Param<number> = {
  read: ([digits = '']) => (/^[1-9]\d\d$/.test(digits) ? Number(digits) : undefined),
  write: (status) => [String(status)],
  accepted: 'An HTTP status has three digits, like 503.',
};

export const httpStatus = (label: string): Filter<number> => ({
  label,
  param: httpStatusParam,
  Chip: (given) => (
    <ChipOfText
      {...given}
      placeholder="HTTP status, such as 503"
      param={httpStatusParam}
      value={given.value?.toString()}
      onChange={(digits) => given.onChange(digits === undefined ? undefined : httpStatusParam.read([digits]))}
    />
  ),
});

/** Chosen by name; typed if the session may not read the names. */
export const named = (label: string, kind: NamedKind): Filter<string> => ({
  label,
  param: textParam,
  Chip: function NamedChip(given) {
    const { data, error, refetch } = useNames(useProject(), kind);
    if (!useMayName(kind)) return given.value !== undefined && <ChipOfText {...given} />;
    const readAgain = () => void refetch();
    const unread = error ? (
      <Problem fault={error} onRetry={readAgain} />
    ) : (
      <Loading what="what there is to choose" />
    );
    return (
      <ChipOfChoices
        label={label}
        chosen={listOf(given.value)}
        onChange={([id]) => given.onChange(id)}
        choices={[...(data ?? [])].map(([value, words]) => ({ value, words }))}
        {...(data ? { onOpen: data.size === 0 ? readAgain : undefined } : { none: unread })}
      />
    );
  },
});

/** Spans that count back from now. */
const spansMs = { '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 };
const spans = choicesOf<keyof typeof spansMs>({
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
});
const spanOf = (text: string | undefined) => spans.find(({ value }) => value === text);

const sinceParam: Param<string> = {
  ...timeParam,
  read: (texts) => spanOf(texts[0])?.value ?? timeParam.read(texts),
};

const time = (label: string, param: Param<string>, choices: readonly Choice<string>[]): Filter<string> => ({
  label,
  param,
  Chip: function TimeChip(given) {
    const zone = useZone();
    const { value } = given;
    const words = spanOf(value)?.words ?? (value && absoluteWords(Date.parse(value), zone));
    return <ChipOfText {...given} {...{ param, choices, words }} placeholder="2026-11-23T04:05:06Z" />;
  },
});

export const times = { since: time('Since', sinceParam, spans), until: time('Until', timeParam, []) };

/** Values as the API takes them: a span becomes a moment, counted back from `nowMs`. */
export function queryOf<Values extends { since?: string | undefined }>(
  values: Values,
  nowMs: number,
): OnlySet<Values> {
  const span = spanOf(values.since)?.value;
  return onlySet({ ...values, ...(span && { since: new Date(nowMs - spansMs[span]).toISOString() }) });
}

type OnlySet<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

export const onlySet = <Values extends object>(values: Values): OnlySet<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as OnlySet<Values>;
