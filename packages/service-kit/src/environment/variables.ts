import { readInteger } from '../read-integer.ts';
import type { Parsed, Variable, Variables } from './environment.ts';
import { readRedisAddress } from './redis-address.ts';

type Default = { fallback?: string };
type Parse<T> = (text: string) => Parsed<T>;
/** `isRight` checks a word; errors say "is no `ofWhat`". */
type Form = { isRight: (word: string) => boolean; ofWhat: string };

const of =
  <T>(parse: Parse<T>) =>
  (description: string, { fallback }: Default = {}): Variable<T> => ({
    description,
    ...(fallback !== undefined && { fallback }),
    parse,
  });

export const text = of((given) => ({ value: given }));

export const textOf = (description: string, { isRight, ofWhat, ...options }: Default & Form) =>
  of((given) => (isRight(given) ? { value: given } : { fault: `"${given}" is no ${ofWhat}` }))(
    description,
    options,
  );

/** Shorter ones could be guessed. */
export const leastTokenLength = 16;

/** The error never shows the token. */
export const bearerToken = of((given) =>
  /^[\x21-\x7e]*$/.test(given) && given.length >= leastTokenLength
    ? { value: given }
    : { fault: `is no token of at least ${leastTokenLength} printable characters without spaces` },
);

export const integer = (
  description: string,
  { min, max, ...options }: Default & { min: number; max: number },
): Variable<number> =>
  of((given) => {
    const value = readInteger(given);
    return value !== undefined && value >= min && value <= max
      ? { value }
      : { fault: `"${given}" is not a whole number from ${min} to ${max}` };
  })(description, options);

export const decimal = (
  description: string,
  { min, max, ...options }: Default & { min: number; max: number },
): Variable<number> =>
  of((given) => {
    const value = /^\d+(\.\d+)?$/.test(given) ? Number(given) : NaN;
    return value >= min && value <= max
      ? { value }
      : { fault: `"${given}" is not a number from ${min} to ${max}` };
  })(description, options);

/** 0 takes any free port. */
export const port = (description: string, options: Default = {}) =>
  integer(description, { ...options, min: 0, max: 65_535 });

export const oneOf = <const Words extends readonly string[]>(
  description: string,
  words: Words,
  options: Default = {},
): Variable<Words[number]> =>
  of<Words[number]>((given) =>
    words.includes(given) ? { value: given } : { fault: `"${given}" is none of ${words.join(', ')}` },
  )(description, options);

/** An absolute URL with one of these schemes. The error never shows it: it may hold a password. */
const parseUrl =
  (schemes: readonly string[]): Parse<string> =>
  (given) => {
    const read = URL.parse(given);
    if (read === null || !schemes.includes(read.protocol.slice(0, -1)))
      return { fault: `is not a URL that starts with ${schemes.map((s) => `${s}://`).join(' or ')}` };
    return isUserReadable(read)
      ? { value: given }
      : { fault: 'has a user or a password with a % that begins no escape: write it as %25' };
  };

export const url = (description: string, schemes: readonly string[], options: Default = {}) =>
  of(parseUrl(schemes))(description, options);

export const redisUrl = of((given) => {
  const read = readRedisAddress(given);
  return 'fault' in read ? read : { value: given };
});

/** Whether clients can decode user and password; Postgres' takes a stray % literally. */
function isUserReadable({ protocol, username, password }: URL): boolean {
  const user = `${username}:${password}`;
  try {
    (protocol.startsWith('postgres') ? decoded : decodeURIComponent)(user);
    return true;
  } catch {
    return false;
  }
}

/** Decodes a user or password; a stray % stays. @throws URIError if it is no UTF-8 */
export const decoded = (text: string): string => decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));

const addressAs = (read: Parse<string>) => {
  const parse = parseUrl(['http', 'https']);
  return of((given) => {
    const parsed = parse(given);
    return 'fault' in parsed ? parsed : read(parsed.value);
  });
};

/** Drops slashes at the end. */
export const baseUrl = addressAs((given) => ({ value: given.replace(/\/+$/, '') }));

/** Without what a client appends itself, and what would be a secret in an address. */
export const collectorUrl = addressAs((given) => {
  const { search, hash, username, pathname } = new URL(given);
  return search === '' && hash === '' && username === '' && !pathname.endsWith('/v1/traces')
    ? { value: given.replace(/\/+$/, '') }
    : { fault: 'has a user, a query or /v1/traces: leave it out, and put credentials into headers' };
});

/** Joins repeated slashes of the path: containers append it to a base address that may end in one. */
export const pageUrl = addressAs((given) => ({
  value: given.replace(/^[^?#]*/, (before) => before.replace(/(?<=[^:/])\/{2,}/g, '/')),
}));

/** Drops a slash behind `/v1`. */
export const apiUrl = addressAs((given) => {
  const isRight = !/[?#\s]/.test(given) && /\/v1\/?$/.test(new URL(given).pathname);
  return isRight ? { value: given.replace(/\/$/, '') } : { fault: 'does not end in /v1' };
});

const wordsOf = (given: string): string[] =>
  given
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Separated by commas, trimmed; may be empty. */
export const list = of<readonly string[]>((given) => ({ value: wordsOf(given) }));

/** name=value, separated by commas, values percent-encoded. Errors never show them: they may be secrets. */
export const pairs = of<readonly (readonly [name: string, value: string])[]>((given) => {
  const read = wordsOf(given).map((word) => /^([\w-]+) *= *([\x21-\x7e]+)$/.exec(word)?.slice(1) ?? []);
  try {
    const value = read.flatMap(([name, text = '']) =>
      name === undefined ? [] : [[name, decoded(text)] as const],
    );
    if (value.length === read.length && value.every(([, text]) => /^[\x20-\x7e]*$/.test(text)))
      return { value };
  } catch {
    // Not UTF-8.
  }
  return { fault: 'is no list of name=value' };
});

/** The error names all wrong words. Without a fallback the list must not be empty. */
export const listOf = (description: string, { isRight, ofWhat, ...options }: Default & Form) =>
  of<readonly string[]>((given) => {
    const words = wordsOf(given);
    if (words.length === 0 && options.fallback === undefined) return { fault: `names no ${ofWhat}` };
    const wrong = words.filter((word) => !isRight(word));
    // The text before an @ may be a password.
    const shown = wrong.map((word) => word.replace(/^.*@/, '…@'));
    return wrong.length === 0 ? { value: words } : { fault: `${shown.join(', ')} is no ${ofWhat}` };
  })(description, options);

/** A file may hold the variable, and `secretsOf` hides it. */
export const secret = <T>(variable: Variable<T>): Variable<T> => ({ ...variable, secret: true });

/** Needs others: each named as `NAME`, or as `NAME=value`. */
export const needing = <V extends Variable<unknown>>(needs: readonly string[], variable: V): V => ({
  ...variable,
  needs,
});

export function optional<T>({ fallback: _, ...rest }: Variable<T>): Variable<T> & { optional: true } {
  return { ...rest, optional: true };
}

export const optionalEach = <Vs extends Variables>(variables: Vs) =>
  Object.fromEntries(Object.entries(variables).map(([name, each]) => [name, optional(each)])) as {
    [Name in keyof Vs]: Vs[Name] & { optional: true };
  };
