/** Whether a text anywhere in a JSON value, member names included, is one that Postgres refuses to store as JSON. */
export function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => hasUnstorableText(name) || hasUnstorableText(member));
}
