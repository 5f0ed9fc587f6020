/** Ids in the form of a UUID: a random start and a counter, since one is made for every answer. */
export function correlationIds(random: () => number): () => string {
  const hex = (digits: number) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const prefix = `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-`;
  let count = 0;
  return () => prefix + (count += 1).toString(16).padStart(12, '0');
}
