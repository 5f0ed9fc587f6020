const form =
  /^(?<date>\d{4}-\d{2}-\d{2})T(?<clock>(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:(?<fraction>\.\d{1,6})\d*)?(?<offset>Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/**
 * Parses a time of RFC 3339 and returns it in UTC, in a form that Postgres and JavaScript read alike. Digits
 * below a microsecond are cut. Undefined for other texts, impossible days, hour 24, second 60, and years
 * before 1 or after 9999 in UTC.
 */
export function utcTime(text: string): string | undefined {
  const { date, clock, fraction = '', offset } = form.exec(text)?.groups ?? {};
  if (date === undefined || !isDay(date)) return undefined;
  // Most times are in UTC; date arithmetic costs more than the rest.
  if (offset === 'Z' || offset === 'z') return date < '0001' ? undefined : `${date}T${clock}${fraction}Z`;
  const utc = new Date(`${date}T${clock}${offset?.toUpperCase()}`).toISOString();
  // Other years have a sign and six digits.
  return /^(?!0000)\d{4}-/.test(utc) ? utc.replace('.000Z', `${fraction}Z`) : undefined;
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** JavaScript would take February 30 for a day of March. */
function isDay(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeapYear ? 29 : (daysOfMonths[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** Ids have one form (Contract §1). */
const formats = {
  'date-time': (text: string): boolean => utcTime(text) !== undefined,
  uuid: (text: string): boolean =>
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text),
};

/** ajv's strict mode as far as `if` and `anyOf` allow, reporting all errors. */
export const ajvOptions = {
  allErrors: true,
  strict: true,
  strictRequired: false,
  strictTypes: false,
  formats,
} as const;
