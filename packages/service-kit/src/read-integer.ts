/**
 * A whole number in decimal digits. Undefined for every other text (`+5`, `05`, `-0`, `1e1`, `0x5`, blanks)
 * and for numbers that JavaScript cannot hold exactly.
 */
export function readInteger(text: string): number | undefined {
  const value = /^(?:0|-?[1-9]\d*)$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}
