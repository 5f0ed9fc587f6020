const form =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * A time of RFC 3339 that can be stored and compared: with `T` and an offset, without leap seconds, and in the years 1
 * to 9999 of UTC.
 */
export function isDateTime(text: string): boolean {
  const { year, month, day } = form.exec(text)?.groups ?? {};
  if (year === undefined || Number(month) < 1 || Number(month) > 12) return false;
  if (Number(day) < 1 || Number(day) > daysOf(Number(year), Number(month))) return false;
  const inUtc = new Date(text).getUTCFullYear();
  return inUtc >= 1 && inUtc <= 9_999;
}

/** Leap years repeat after 400; years below 100 would be taken for those of the last century. */
const daysOf = (year: number, month: number): number =>
  new Date(Date.UTC((year % 400) + 2_000, month, 0)).getUTCDate();

/** The one form in which ids are given out (Contract §1). */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
