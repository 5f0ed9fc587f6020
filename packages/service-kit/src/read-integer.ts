/**
 * The one reading of whole numbers: decimal digits as programs write them, with `-` before what is negative. Undefined for
 * every other text (`+5`, `05`, `-0`, `1e1`, `0x5`, blanks), and for what JavaScript cannot hold exactly.
 */
export function readInteger(text: string): number | undefined {
  const value = /^(?:0|-?[1-9]\d*)$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}
