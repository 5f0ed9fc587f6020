const secretName =
  /^(?:authorization|cookie|x-api-key|.*(?:password|secret|token|credentials?|apikey|api_key))$/i;
/** Keys and tokens that have a form of their own; in an address some of their characters are written with `%`. */
const keys = String.raw`writ_(?:frontend_)?[0-9A-Za-z]{20,}|whsec_[0-9A-Za-z+/=%]{16,}`;
const keyText = new RegExp(String.raw`\b(?:${keys})`, 'g');
const secretText = new RegExp(String.raw`\b(?:${keys}|Bearer\s+[\w.~+/=-]{8,})`, 'g');
/**
 * A JSON Web Token, with what stands before it in the same word. It is looked for from the beginning of a word alone, at the
 * first place of it where a token can begin: with an attempt at each such place a long word of them would take its square.
 */
const tokenText = /(?<![\w-])(?<before>(?:(?!\beyJ)[\w-])*)\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
/** No secret is shorter. */
const leastSecretLength = 15;
const hidden = '[redacted]';
const deepest = 8;
/** Names come again with every line; a caller who makes names up is not to fill the memory. */
const namesKept = 1_000;

const hideTokens = (text: string): string =>
  text.includes('eyJ') ? text.replace(tokenText, `$<before>${hidden}`) : text;

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
