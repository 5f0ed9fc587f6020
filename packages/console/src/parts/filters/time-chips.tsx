import { ChipOfOne } from './chip.tsx';
import { ChipOfTime } from './chip-of-text.tsx';
import { spanChange, spanChoices, type Span } from './spans.ts';

/** The time of a list: a span that counts back from now, or from one moment to another. */
export type Times = { within?: Span | undefined; since?: string | undefined; until?: string | undefined };

/** The filters of the time. A span and a beginning take the place of each other. */
export function TimeChips({
  values: { within, since, until },
  change,
}: {
  values: Times;
  change: (changes: Times) => void;
}) {
  return (
    <>
      <ChipOfOne
        label="Time"
        choices={spanChoices}
        value={within}
        onChange={(next) => change(spanChange(next))}
      />
      <ChipOfTime
        label="Since"
        placeholder={example}
        value={since}
        onChange={(next) => change({ since: next, ...(next !== undefined && { within: undefined }) })}
      />
      <ChipOfTime
        label="Until"
        placeholder={example}
        value={until}
        onChange={(next) => change({ until: next })}
      />
    </>
  );
}

const example = '2026-11-23T04:05:06Z';
