const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/**
 * An id as sent. Salesforce may not find an 18-character id whose capitals contradict its last three
 * (Providers §8). An id whose last three fit no capitals stays as it is.
 */
export function sentId(id: string): string {
  const restored = longId(id);
  return restored.toLowerCase() === id.toLowerCase() ? restored : id;
}

/** The 18-character form that Salesforce returns: each of the last three says which of five are capitals. */
export function longId(id: string): string {
  const short = shortId(id);
  const suffix = [0, 5, 10].map((from) => {
    const capitals = Array.from(short.slice(from, from + 5), (one, at) => (/[A-Z]/.test(one) ? 1 << at : 0));
    return alphabet.charAt(capitals.reduce((sum, bit) => sum + bit, 0));
  });
  return short + suffix.join('');
}

/** The first 15 characters, in the capitals that the last three of 18 say: the key of a record. */
export function shortId(id: string): string {
  const short = id.slice(0, 15);
  if (id.length !== 18) return short;
  const suffix = Array.from(id.slice(15).toUpperCase(), (one) => alphabet.indexOf(one));
  if (suffix.includes(-1)) return short;
  return Array.from(short, (one, at) =>
    ((suffix[Math.floor(at / 5)] ?? 0) >> (at % 5)) & 1 ? one.toUpperCase() : one.toLowerCase(),
  ).join('');
}
