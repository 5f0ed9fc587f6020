import { hash } from 'node:crypto';

/** The same id (UUID version 8) for the same words in every process. */
export function idOf(...words: readonly string[]): string {
  const digest = hash('sha256', JSON.stringify(words), 'buffer');
  digest[6] = (digest.readUInt8(6) & 0x0f) | 0x80;
  digest[8] = (digest.readUInt8(8) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

const slackMs = 3_600_000;

/**
 * Bounds for ids (UUID version 7) made in a span of time, correct while no clock is off by more than an hour.
 * They narrow an index; compare the row's own time, too.
 */
export const idsOfSpan = ({
  since,
  until,
}: {
  since?: string | undefined;
  until?: string | undefined;
}): [from: string | null, to: string | null] => [
  since === undefined ? null : lowestIdAt(new Date(since).getTime() - slackMs),
  until === undefined ? null : lowestIdAt(new Date(until).getTime() + slackMs),
];

/** By its maker's clock (UUID version 7). */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

const latestMs = 2 ** 48 - 1;

function lowestIdAt(timeMs: number): string {
  const hex = Math.min(latestMs, Math.max(0, Math.trunc(timeMs)))
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
