const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * A text as Slack shows it letter by letter, in one line: without `<`, `>` and `&` of its own nothing in it is a mention or a
 * link (https://docs.slack.dev/messaging/formatting-message-text). At most `limit` characters; what is cut ends with `…`.
 */
export function escaped(text: string, limit: number): string {
  let written = '';
  for (const character of text.replace(/\s+/g, ' ')) {
    const next = entities[character] ?? character;
    if (written.length + next.length >= limit) return `${written}…`;
    written += next;
  }
  return written;
}

/** A link; `path` of ids, which may hold anything, and so may the value of the one filter that is asked for. */
export function link(
  base: string,
  { path, filter }: { path: readonly string[]; filter?: readonly [name: string, value: string] },
  text: string,
): string {
  const address = `${base}/${path.map(encodeURIComponent).join('/')}`;
  return `<${address}${filter ? `?${filter[0]}=${encodeURIComponent(filter[1])}` : ''}|${text}>`;
}

/** A moment in the reader's time zone; where it is none that can be read, its text. */
export function moment(time: string): string {
  const seconds = Math.floor(Date.parse(time) / 1_000);
  const plain = escaped(time, 100);
  return Number.isNaN(seconds) ? plain : `<!date^${seconds}^{date_short_pretty}, {time_secs}|${plain}>`;
}
