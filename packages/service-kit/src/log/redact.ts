const secretName =
  /^(?:authorization|cookie|x-api-key|.*(?:password|secret|token|credentials?|apikey|api_key))$/i;
/** Not `{16,}`: V8 would keep a way back for each character, and throw after some five million. */
const atLeast = (count: number, characters: string): string => `[${characters}]{${count}}[${characters}]*`;
/** In an address, the text before them and some of their characters may be percent-encoded. */
const keys = `writ_(?:frontend_)?${atLeast(20, '0-9A-Za-z')}|whsec_${atLeast(16, '0-9A-Za-z+/=%')}`;
const keyText = new RegExp(keys, 'g');
const secretText = new RegExp(String.raw`${keys}|\bBearer\s+${atLeast(8, String.raw`\w.~+/=-`)}`, 'g');
const leastSecretLength = 15;
const hidden = '[redacted]';
const deepest = 8;
/** Bounds the memory that invented names take. */
const namesKept = 1_000;

/**
 * Hides JSON Web Tokens: three words with dots, the first beginning with `eyJ`. An escape before it, such as
 * `%20` or `%2520`, is no part of the word.
 */
function hideTokens(text: string): string {
  if (!text.includes('eyJ')) return text;
  // Bounded, as above: an address within an address.
  const beginning = /(?:\b|(?<=%(?:25){0,8}[0-9A-Fa-f]{2}))eyJ/g;
  let [told, toldUntil] = ['', 0];
  for (let found = beginning.exec(text); found; found = beginning.exec(text)) {
    const header = wordEnd(text, found.index);
    const payload = wordEnd(text, header + 1);
    // No later start in this word can be a token; trying each would take quadratic time.
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

export type HideSecrets = (text: string) => string;

/** Hides API keys, signing keys, JSON Web Tokens and these exact texts, also percent-encoded. */
export const secretHider = (secrets: readonly string[]): HideSecrets => hider(secrets, keyText);

/** Hides what is known by its form. */
export const hideKeys = secretHider([]);

function hider(secrets: readonly string[], formed: RegExp): HideSecrets {
  const exact = exactText(secrets);
  const hideFormed = (text: string): string => hideTokens(text).replace(formed, hidden);
  return (text) => {
    const left = exact === undefined ? text : text.replace(exact, hidden);
    if (!left.includes('%')) return hideFormed(left);
    const plain = left.replace(escapedCharacter, (escape) =>
      String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
    );
    const told = hideFormed(plain);
    return told === plain ? left : told;
  };
}

/** Letters, digits, `-`, `.`, `_` and `~`, which may be percent-encoded (RFC 3986, 2.3). */
const escapedCharacter = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/** Escapes of JSON Pointer (RFC 6901, 3). */
const pointed: Readonly<Record<string, string>> = { '~': '~0', '/': '~1' };

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');
const inBothCases = (digits: string): string =>
  digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** Each character as it is or escaped as in an address or a JSON Pointer. */
function exactText(secrets: readonly string[]): RegExp | undefined {
  const anyWay = (character: string): string => {
    const asItIs = character.replace(/[^]/g, (unit) => String.raw`\u${hex(unit.charCodeAt(0), 4)}`);
    const escaped = Array.from(Buffer.from(character), (byte) => `%${inBothCases(hex(byte, 2))}`).join('');
    const ways = [pointed[character] ?? [], asItIs, escaped].flat();
    return `(?:${ways.join('|')})`;
  };
  const texts = secrets.map((secret) => Array.from(secret, anyWay).join(''));
  return texts.length === 0 ? undefined : new RegExp(texts.join('|'), 'g');
}

/**
 * Copies a value for JSON and hides its secrets: members with secret names, and texts that hold keys, tokens
 * or one of `secrets`.
 */
export function redactor(
  secrets: readonly string[],
): (value: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const hide = hider(secrets, secretText);
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
    if (typeof value === 'string') return value.length < leastSecretLength ? value : hide(value);
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) return '[too deep]';
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    return value instanceof Date ? value.toISOString() : copyMembers(value, depth);
  };
  return (value) => copyMembers(value, 0);
}
