import type { JsonValue } from '@writ/write-core';

/** Separates several options in both CRMs (Providers §1.2, §2.2). */
const optionSeparator = ';';

export const joinedOptions = (list: readonly JsonValue[], encode: (value: JsonValue) => string): string =>
  list.map(encode).join(optionSeparator);

/** HubSpot takes no exponent (Providers §2.2). */
export function plainDecimal(value: number): string {
  const text = String(value);
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  return point <= 0
    ? `${sign}0.${'0'.repeat(-point)}${digits}`
    : `${sign}${digits.slice(0, point).padEnd(point, '0')}${digits.length > point ? `.${digits.slice(point)}` : ''}`;
}
