/**
 * Refuses NaN, infinity and invalid dates: JSON makes `null` of them, which empties a field.
 * @throws TypeError
 */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  // A check of each member takes several times as long.
  if (json.includes('null')) JSON.stringify(value, refuseNonFinite);
  return json;
}

/** `value` is `null` for an invalid date, whose number is NaN. */
function refuseNonFinite(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const given = value === null ? (this[name] as object | null)?.valueOf() : value;
  if (typeof given === 'number' && !Number.isFinite(given))
    throw new TypeError(
      `\`${name}\` is ${String(this[name])}, which cannot be sent: JSON would make \`null\` of it.`,
    );
  return value;
}
