const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/**
 * An id as it is sent. By one of 18 characters in other capitals than its last three say, as those have that went through a
 * system without capitals, Salesforce may find no record (Providers §8). One whose last three fit no capitals of the others
 * stays as it is: it names no record.
 */
export function sentId(id: string): string {
  const restored = longId(id);
  return restored.toLowerCase() === id.toLowerCase() ? restored : id;
}

/** An id of 15 or 18 characters in the form of 18, as Salesforce answers it: each of the last three says which of five are capitals. */
export function longId(id: string): string {
  const short = shortId(id);
  const suffix = [0, 5, 10].map((from) => {
    const capitals = Array.from(short.slice(from, from + 5), (one, at) => (/[A-Z]/.test(one) ? 1 << at : 0));
    return alphabet.charAt(capitals.reduce((sum, bit) => sum + bit, 0));
  });
  return short + suffix.join('');
}

/**
 * The first 15 characters of an id, by which records are told apart. Of 18 they are as the last three say, in whatever
 * capitals the id came: it has them so that it survives the loss of these.
 */
export function shortId(id: string): string {
  const short = id.slice(0, 15);
  if (id.length !== 18) return short;
  const suffix = Array.from(id.slice(15).toUpperCase(), (one) => alphabet.indexOf(one));
  if (suffix.includes(-1)) return short;
  return Array.from(short, (one, at) =>
    ((suffix[Math.floor(at / 5)] ?? 0) >> (at % 5)) & 1 ? one.toUpperCase() : one.toLowerCase(),
  ).join('');
}
