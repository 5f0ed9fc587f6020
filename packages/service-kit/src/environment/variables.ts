import { readInteger } from '../read-integer.ts';
import type { Parsed, Variable, Variables } from './environment.ts';

type Default = { fallback?: string };
/** `isRight` checks a word; errors say "is no `ofWhat`". */
type Form = { isRight: (word: string) => boolean; ofWhat: string };

const variable = <T>(
  description: string,
  { fallback }: Default,
  parse: (text: string) => Parsed<T>,
): Variable<T> => ({ description, ...(fallback !== undefined && { fallback }), parse });

export const text = (description: string, options: Default = {}): Variable<string> =>
  variable(description, options, (given) => ({ value: given }));

export const textOf = (
  description: string,
  { isRight, ofWhat, ...options }: Default & Form,
): Variable<string> =>
  variable(description, options, (given) =>
    isRight(given) ? { value: given } : { fault: `"${given}" is no ${ofWhat}` },
  );

/** Shorter ones could be guessed. */
export const leastTokenLength = 16;

/** The error never shows the token. */
export const bearerToken = (description: string): Variable<string> =>
  variable(description, {}, (given) =>
    /^[\x21-\x7e]*$/.test(given) && given.length >= leastTokenLength
      ? { value: given }
      : { fault: `is no token of at least ${leastTokenLength} printable characters without spaces` },
  );

/** 0 takes any free port. */
export const port = (description: string, options: Default = {}): Variable<number> =>
  integer(description, { ...options, min: 0, max: 65_535 });

export const integer = (
  description: string,
  options: Default & { min: number; max: number },
): Variable<number> =>
  variable(description, options, (given) => {
    const value = readInteger(given);
    return value !== undefined && value >= options.min && value <= options.max
      ? { value }
      : { fault: `"${given}" is not a whole number from ${options.min} to ${options.max}` };
  });

export const oneOf = <const Words extends readonly string[]>(
  description: string,
  words: Words,
  options: Default = {},
): Variable<Words[number]> =>
  variable(description, options, (given) =>
    words.includes(given) ? { value: given } : { fault: `"${given}" is none of ${words.join(', ')}` },
  );

/** An absolute URL with one of these schemes. The error never shows it: it may hold a password. */
export const url = (
  description: string,
  schemes: readonly string[],
  options: Default = {},
): Variable<string> =>
  variable(description, options, (given) => {
    const read = URL.parse(given);
    if (read === null || !schemes.includes(read.protocol.slice(0, -1)))
      return { fault: `is not a URL that starts with ${schemes.map((s) => `${s}://`).join(' or ')}` };
    return isUserReadable(read)
      ? { value: given }
      : { fault: 'has a user or a password with a % that begins no escape: write it as %25' };
  });

/** Whether clients can decode user and password; Postgres' takes a stray % literally. */
function isUserReadable({ protocol, username, password }: URL): boolean {
  const text = `${username}:${password}`;
  try {
    (protocol.startsWith('postgres') ? decoded : decodeURIComponent)(text);
    return true;
  } catch {
    return false;
  }
}

/** Drops slashes at the end. */
export const baseUrl = (description: string, options: Default = {}): Variable<string> =>
  addressAs((given) => ({ value: given.replace(/\/+$/, '') }), description, options);

/** Joins repeated slashes of the path: containers append it to a base address that may end in one. */
export const pageUrl = (description: string, options: Default = {}): Variable<string> =>
  addressAs(
    (given) => ({
      value: given.replace(/^[^?#]*/, (before) => before.replace(/(?<=[^:/])\/{2,}/g, '/')),
    }),
    description,
    options,
  );

/** Decodes a user or password; a stray % stays. @throws URIError if it is no UTF-8 */
export const decoded = (text: string): string => decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));

function addressAs(
  read: (address: string) => Parsed<string>,
  description: string,
  options: Default,
): Variable<string> {
  const address = url(description, ['http', 'https'], options);
  return {
    ...address,
    parse: (given) => {
      const parsed = address.parse(given);
      return 'fault' in parsed ? parsed : read(parsed.value);
    },
  };
}

/** Drops a slash behind `/v1`. */
export const apiUrl = (description: string, options: Default = {}): Variable<string> =>
  addressAs(
    (given) => {
      const isRight = !/[?#\s]/.test(given) && /\/v1\/?$/.test(new URL(given).pathname);
      return isRight ? { value: given.replace(/\/$/, '') } : { fault: 'does not end in /v1' };
    },
    description,
    options,
  );

/** Words separated by commas, trimmed; may be empty. */
export const list = (description: string, options: Default = {}): Variable<readonly string[]> =>
  variable(description, options, (given) => ({
    value: given
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  }));

/** A list whose words are checked; the error names all wrong ones. Without a fallback it must not be empty. */
export const listOf = (
  description: string,
  { isRight, ofWhat, ...options }: Default & Form,
): Variable<readonly string[]> => {
  const words = list(description, options);
  return {
    ...words,
    parse: (given) => {
      const parsed = words.parse(given);
      if ('fault' in parsed) return parsed;
      if (parsed.value.length === 0 && options.fallback === undefined) return { fault: `names no ${ofWhat}` };
      const wrong = parsed.value.filter((word) => !isRight(word));
      return wrong.length === 0 ? parsed : { fault: `${wrong.join(', ')} is no ${ofWhat}` };
    },
  };
};

export function optional<T>({ fallback: _, ...rest }: Variable<T>): Variable<T> & { optional: true } {
  return { ...rest, optional: true };
}

export const optionalEach = <Vs extends Variables>(variables: Vs) =>
  Object.fromEntries(Object.entries(variables).map(([name, each]) => [name, optional(each)])) as {
    [Name in keyof Vs]: Vs[Name] & { optional: true };
  };
