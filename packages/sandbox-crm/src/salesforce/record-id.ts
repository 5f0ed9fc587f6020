const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const suffixAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** The 18-character id of the n-th record of a type: prefix, pod, number in base 62, checksum. */
export function recordId(keyPrefix: string, number: number): string {
  let digits = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / 62)) digits = base62.charAt(rest % 62) + digits;
  const short = `${keyPrefix}5e0${digits.padStart(9, '0')}`;
  return short + idSuffix(short);
}

/** Each of the three stands for five characters: its bits, from right to left, are their capitals. */
export function idSuffix(short: string): string {
  let suffix = '';
  for (let start = 0; start < 15; start += 5) {
    let bits = 0;
    for (let at = 0; at < 5; at += 1) {
      const character = short.charCodeAt(start + at);
      if (character >= 65 && character <= 90) bits |= 1 << at;
    }
    suffix += suffixAlphabet.charAt(bits);
  }
  return suffix;
}

/** The 18-character form of an id of 15 or 18; undefined when the text is neither, or its checksum is wrong. */
export function fullId(id: string): string | undefined {
  if (!/^[A-Za-z0-9]{15}(?:[A-Z0-5]{3})?$/.test(id)) return undefined;
  const full = id.slice(0, 15) + idSuffix(id);
  return id.length === 15 || id === full ? full : undefined;
}
