/** An option's number; undefined where it was not given, and the reason where it is no whole number from `least`. */
export function wholeNumber(
  option: string,
  text: string | undefined,
  least: number,
): number | undefined | { refused: string } {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) && value >= least
    ? value
    : { refused: `${option} takes a whole number from ${least}.` };
}
