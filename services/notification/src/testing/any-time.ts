import fc from 'fast-check';

/** Text like a time, and its instant in microseconds since 1970; undefined if it names none. */
export type TimeText = { text: string; atUs: bigint | undefined };

const digits = (length: number, min: number, max: number) =>
  fc.integer({ min, max }).map((number) => String(number).padStart(length, '0'));

/** Mostly valid, so that whole texts often are; others are edge cases. */
const mostly = (right: fc.Arbitrary<string>, ...others: string[]) =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const parts = fc.record({
  year: mostly(
    fc.oneof(digits(4, 1970, 2100), digits(4, 1, 9_999)),
    '0000',
    '0001',
    '9999',
    '10000',
    '+2026',
  ),
  month: mostly(digits(2, 1, 12), '00', '13', '1'),
  day: mostly(digits(2, 1, 28), '00', '29', '30', '31', '32'),
  t: mostly(fc.constantFrom('T', 't'), ' ', '_', ''),
  hour: mostly(digits(2, 0, 23), '24', '25'),
  minute: mostly(digits(2, 0, 59), '60'),
  second: mostly(digits(2, 0, 59), '60', '61', ''),
  fraction: mostly(
    fc.oneof(
      fc.constant(''),
      fc.stringMatching(/^[0-9]{1,12}$/).map((text) => `.${text}`),
    ),
    '.',
    ',5',
    '.999999999',
  ),
  offset: mostly(
    fc.oneof(
      fc.constantFrom('Z', 'z'),
      fc
        .tuple(fc.constantFrom('+', '-'), digits(2, 0, 23), digits(2, 0, 59))
        .map(([s, h, m]) => `${s}${h}:${m}`),
    ),
    '',
    '+24:00',
    '-00:60',
    '+0100',
    '+01',
    ' UTC',
    '+23:59',
    '-23:59',
    '-00:00',
  ),
});

export const anyTimeText: fc.Arbitrary<TimeText> = fc.oneof(
  { weight: 9, arbitrary: parts.map((given) => ({ text: textOf(given), atUs: instantOf(given) })) },
  { weight: 1, arbitrary: fc.string().map((text) => ({ text, atUs: undefined })) },
);

type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never;

const textOf = ({ year, month, day, t, hour, minute, second, fraction, offset }: Parts): string =>
  `${year}-${month}-${day}${t}${hour}:${minute}:${second}${fraction}${offset}`;

/** Computed from the parts, so that no parser is compared with itself. */
function instantOf(given: Parts): bigint | undefined {
  const { year, month, day, t, hour, minute, second, fraction, offset } = given;
  const zone = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/.exec(offset);
  const isFormed =
    year.length === 4 &&
    month.length === 2 &&
    second !== '' &&
    /^t$/i.test(t) &&
    /^(?:\.\d+)?$/.test(fraction);
  if (!isFormed || (zone === null && !/^z$/i.test(offset))) return undefined;
  const local = new Date(0);
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  local.setUTCHours(Number(hour), Number(minute), Number(second));
  const fields = [
    local.getUTCMonth() + 1,
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ];
  if (fields.join() !== [month, day, hour, minute, second].map(Number).join()) return undefined;
  const aheadMs =
    zone === null ? 0 : Number(`${zone[1] ?? ''}1`) * (Number(zone[2]) * 60 + Number(zone[3])) * 60_000;
  const at = new Date(local.getTime() - aheadMs);
  if (at.getUTCFullYear() < 1 || at.getUTCFullYear() > 9_999) return undefined;
  return BigInt(at.getTime()) * 1_000n + BigInt(fraction.slice(1, 7).padEnd(6, '0'));
}
