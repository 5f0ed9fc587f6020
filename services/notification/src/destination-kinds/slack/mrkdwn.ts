const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * One line of at most `limit` characters. Escaping `<`, `>` and `&` prevents mentions and links:
 * https://docs.slack.dev/messaging/formatting-message-text
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

export function link(
  base: string,
  { path, filter }: { path: readonly string[]; filter?: readonly [name: string, value: string] },
  text: string,
): string {
  const address = `${base}/${path.map(encodeURIComponent).join('/')}`;
  return `<${address}${filter ? `?${filter[0]}=${encodeURIComponent(filter[1])}` : ''}|${text}>`;
}

/** In the reader's time zone; an unreadable time stays text. */
export function moment(time: string): string {
  const seconds = Math.floor(Date.parse(time) / 1_000);
  const plain = escaped(time, 100);
  return Number.isNaN(seconds) ? plain : `<!date^${seconds}^{date_short_pretty}, {time_secs}|${plain}>`;
}
