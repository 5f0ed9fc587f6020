const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** An id of 15 or 18 characters in the form of 18, as Salesforce answers it: each of the last three says which of five are capitals. */
export function longId(id: string): string {
  const short = id.slice(0, 15);
  const suffix = [0, 5, 10].map((from) => {
    const capitals = Array.from(short.slice(from, from + 5), (one, at) => (/[A-Z]/.test(one) ? 1 << at : 0));
    return alphabet.charAt(capitals.reduce((sum, bit) => sum + bit, 0));
  });
  return short + suffix.join('');
}
