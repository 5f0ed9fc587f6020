const limitBytes = 1_024;

/** The erroneous input as it is shown: whole when it is at most 1 kB, else the beginning of the text, or of its JSON. */
export function cutValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) as string | undefined);
  if (text === undefined || Buffer.byteLength(text) <= limitBytes) return value;
  return `${Buffer.from(text)
    .subarray(0, limitBytes)
    .toString('utf8')
    .replace(/\uFFFD$/, '')}…`;
}
