const secretName =
  /^(?:authorization|cookie|x-api-key|.*(?:password|secret|token|credentials?|apikey|api_key))$/i;
/**
 * Characters of a kind, so many at least. Not `{16,}`: for each character that it takes V8 keeps its way back, and throws after
 * some five million.
 */
const atLeast = (count: number, characters: string): string => `[${characters}]{${count}}[${characters}]*`;
/**
 * Keys that have a form of their own, in any word: in an address what stands before them, and some of their own characters,
 * may be written with `%`, and `%20` ends with a digit.
 */
const keys = `writ_(?:frontend_)?${atLeast(20, '0-9A-Za-z')}|whsec_${atLeast(16, '0-9A-Za-z+/=%')}`;
const keyText = new RegExp(keys, 'g');
const secretText = new RegExp(String.raw`${keys}|\bBearer\s+${atLeast(8, String.raw`\w.~+/=-`)}`, 'g');
/** No secret is shorter. */
const leastSecretLength = 15;
const hidden = '[redacted]';
const deepest = 8;
/** Names come again with every line; a caller who makes names up is not to fill the memory. */
const namesKept = 1_000;

/**
 * JSON Web Tokens: three words with dots between them, of which the first begins with `eyJ`; what `%` writes before it, as
 * `%20`, is no part of a word, nor is what `%25` makes of that in an address within an address.
 */
function hideTokens(text: string): string {
  if (!text.includes('eyJ')) return text;
  // As often as anybody puts an address into another one; without a bound V8 keeps its way back, as above.
  const beginning = /(?:\b|(?<=%(?:25){0,8}[0-9A-Fa-f]{2}))eyJ/g;
  let [told, toldUntil] = ['', 0];
  for (let found = beginning.exec(text); found; found = beginning.exec(text)) {
    const header = wordEnd(text, found.index);
    const payload = wordEnd(text, header + 1);
    // What begins later in the same word is no token either: tried at each such place, a long word would take its square.
    beginning.lastIndex = header;
    if (text[header] !== '.' || text[payload] !== '.') continue;
    if (header - found.index < leastHeader || payload - header - 1 < leastPayload) continue;
    told += text.slice(toldUntil, found.index) + hidden;
    toldUntil = beginning.lastIndex = wordEnd(text, payload + 1);
  }
  return told + text.slice(toldUntil);
}

const leastHeader = 'eyJ'.length + 8;
const leastPayload = 8;

function wordEnd(text: string, from: number): number {
  const word = /[\w-]*/y;
  word.lastIndex = from;
  word.test(text);
  return word.lastIndex;
}

/** A text in which API keys, signing keys and JSON Web Tokens are hidden, wherever they stand. */
export const hideKeys = (text: string): string => hideTokens(text).replace(keyText, hidden);

/**
 * Returns a function that copies a value as JSON can tell it, with its secrets hidden: members with a secret's name,
 * and texts that hold an API key, a webhook secret or a bearer token.
 */
export function redactor(): (value: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const known = new Map<string, boolean>();
  const isSecretName = (name: string): boolean => {
    let secret = known.get(name);
    if (secret === undefined) {
      secret = secretName.test(name);
      if (known.size < namesKept) known.set(name, secret);
    }
    return secret;
  };
  const copyMembers = (value: object, depth: number): Record<string, unknown> => {
    const result: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) {
      result[name] = isSecretName(name) && member !== undefined ? hidden : copy(member, depth + 1);
    }
    return result;
  };
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string')
      return value.length < leastSecretLength ? value : hideTokens(value).replace(secretText, hidden);
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) return '[too deep]';
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    return value instanceof Date ? value.toISOString() : copyMembers(value, depth);
  };
  return (value) => copyMembers(value, 0);
}
