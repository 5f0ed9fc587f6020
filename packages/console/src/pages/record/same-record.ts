/** Whether two ids name one record: Salesforce writes the same id with 15 characters or, with its check characters, with 18. */
export function isSameRecord(one: string | undefined, other: string): boolean {
  if (one === undefined || one === other) return one === other;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length === 15 && long.length === 18 && long.startsWith(short);
}
