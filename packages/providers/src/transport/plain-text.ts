const longestText = 1_000;
const tag = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gi;
const accessToken = /\b(?:00D[0-9A-Za-z]{12,15}![\w.]+|Bearer\s+[\w.~+/=-]{8,})/g;

/**
 * A provider's words without markup, control characters and access tokens, at most 1,000 characters.
 * Undefined if nothing remains.
 */
export function plainText(said: unknown): string | undefined {
  if (typeof said !== 'string') return undefined;
  const text = said
    .slice(0, 2 * longestText)
    .replace(tag, ' ')
    .replace(accessToken, '[token]')
    // eslint-disable-next-line no-control-regex -- these are what must not get through
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, longestText)
    .toWellFormed();
  return text === '' ? undefined : text;
}
