/**
 * The JSON of what is sent. Of a number that JSON has no form for, and of a date that is none, `JSON.stringify` makes
 * `null`, which empties a field of the customer's record.
 *
 * @throws TypeError that names it
 */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Only a text with `null` may hold one, and looking at each member takes several times as long.
  if (json.includes('null')) JSON.stringify(value, refuseNonFinite);
  return json;
}

/** `value` is what an object's own `toJSON` made of it: `null` of an invalid date, which as a number is NaN. */
function refuseNonFinite(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const given = value === null ? (this[name] as object | null)?.valueOf() : value;
  if (typeof given === 'number' && !Number.isFinite(given))
    throw new TypeError(
      `\`${name}\` is ${String(this[name])}, which cannot be sent: JSON would make \`null\` of it.`,
    );
  return value;
}
