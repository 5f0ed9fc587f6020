import type { Choice } from './chip.tsx';
import { oneParam } from './params.ts';

/** How far back a list looks, whatever beginning it has beside. */
export const spanParam = { ...oneParam(['1h', '24h', '7d', '30d']), insteadOf: 'since' };

export type Span = keyof typeof spansMs;

const spansMs = { '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 };

export const spanChoices: readonly Choice<Span>[] = [
  { value: '1h', words: 'Last hour' },
  { value: '24h', words: 'Last 24 hours' },
  { value: '7d', words: 'Last 7 days' },
  { value: '30d', words: 'Last 30 days' },
];

/** What a span that is chosen changes: it holds in the place of the time from which on a list looked. */
export const spanChange = (within: Span | undefined): { within: Span | undefined; since?: undefined } =>
  within ? { within, since: undefined } : { within };

/** When a span begins that counts back from `nowMs`; undefined where there is none. */
export const sinceOf = (span: Span | undefined, nowMs: number): string | undefined =>
  span && new Date(nowMs - spansMs[span]).toISOString();

/** What of a filter holds something. */
export const onlySet = <Values extends object>(
  values: Values,
): { [Name in keyof Values]?: Exclude<Values[Name], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
