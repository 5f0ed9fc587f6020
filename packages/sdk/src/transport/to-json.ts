/**
 * The JSON of what is sent. Of a number that JSON has no form for, `JSON.stringify` makes `null`, which empties a field of
 * the customer's record.
 *
 * @throws TypeError that names it
 */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Only a text with `null` may hold one, and looking at each member takes several times as long.
  if (json.includes('null')) JSON.stringify(value, refuseNonFinite);
  return json;
}

function refuseNonFinite(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(
      `\`${name}\` is ${value}, a number that cannot be sent: JSON would make \`null\` of it.`,
    );
  return value;
}
