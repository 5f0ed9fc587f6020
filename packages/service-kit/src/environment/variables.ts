import { readInteger } from '../read-integer.ts';
import type { Parsed, Variable, Variables } from './environment.ts';

type Default = { fallback?: string };
/** What makes a word right, and what a wrong one is told to be none of. */
type Form = { isRight: (word: string) => boolean; ofWhat: string };

const variable = <T>(
  description: string,
  { fallback }: Default,
  parse: (text: string) => Parsed<T>,
): Variable<T> => ({ description, ...(fallback !== undefined && { fallback }), parse });

/** Any text. */
export const text = (description: string, options: Default = {}): Variable<string> =>
  variable(description, options, (given) => ({ value: given }));

/** Text of one form. */
export const textOf = (
  description: string,
  { isRight, ofWhat, ...options }: Default & Form,
): Variable<string> =>
  variable(description, options, (given) =>
    isRight(given) ? { value: given } : { fault: `"${given}" is no ${ofWhat}` },
  );

/** No less can be told from a guess. */
export const leastTokenLength = 16;

/** A token that callers send in a header, long enough not to be guessed. What was given is never told. */
export const bearerToken = (description: string): Variable<string> =>
  variable(description, {}, (given) =>
    /^[\x21-\x7e]*$/.test(given) && given.length >= leastTokenLength
      ? { value: given }
      : { fault: `is no token of at least ${leastTokenLength} printable characters without spaces` },
  );

/** A TCP port, 0-65535; 0 takes any free one. */
export const port = (description: string, options: Default = {}): Variable<number> =>
  integer(description, { ...options, min: 0, max: 65_535 });

/** A whole number within bounds. */
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

/** One of a closed list of words. */
export const oneOf = <const Words extends readonly string[]>(
  description: string,
  words: Words,
  options: Default = {},
): Variable<Words[number]> =>
  variable(description, options, (given) =>
    words.includes(given) ? { value: given } : { fault: `"${given}" is none of ${words.join(', ')}` },
  );

/** An absolute URL with one of the given schemes. The fault never shows the text: it may hold a password. */
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

/** Whether the clients of servers can decode who signs in; that of Postgres takes a % that begins no escape for itself. */
function isUserReadable({ protocol, username, password }: URL): boolean {
  const text = `${username}:${password}`;
  try {
    (protocol.startsWith('postgres') ? decoded : decodeURIComponent)(text);
    return true;
  } catch {
    return false;
  }
}

/** An address that paths are put behind; slashes at its end are dropped. */
export const baseUrl = (description: string, options: Default = {}): Variable<string> =>
  addressAs((given) => ({ value: given.replace(/\/+$/, '') }), description, options);

/**
 * The address of a page. Slashes that follow each other in its path are one: containers put the path of a page behind a base
 * address, whose own slash they cannot drop.
 */
export const pageUrl = (description: string, options: Default = {}): Variable<string> =>
  addressAs(
    (given) => ({
      value: given.replace(/^[^?#]*/, (before) => before.replace(/(?<=[^:/])\/{2,}/g, '/')),
    }),
    description,
    options,
  );

/** A user or password without its escapes; a % that begins none stands for itself. @throws where they are no UTF-8 */
export const decoded = (text: string): string => decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));

/** An address of http or https, read further. */
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

/** The address of a host's endpoints as callers see it; a slash behind its `/v1` is dropped. */
export const apiUrl = (description: string, options: Default = {}): Variable<string> =>
  addressAs(
    (given) => {
      const isRight = !/[?#\s]/.test(given) && /\/v1\/?$/.test(new URL(given).pathname);
      return isRight ? { value: given.replace(/\/$/, '') } : { fault: 'does not end in /v1' };
    },
    description,
    options,
  );

/** Words separated by commas; blanks around them are dropped, and an empty list is fine. */
export const list = (description: string, options: Default = {}): Variable<readonly string[]> =>
  variable(description, options, (given) => ({
    value: given
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  }));

/** A list each of whose words is checked: the fault tells all that are wrong. Without a default it holds one at least. */
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

/** The same variable without its default: absence means "not set". */
export function optional<T>({ fallback: _, ...rest }: Variable<T>): Variable<T> & { optional: true } {
  return { ...rest, optional: true };
}

/** The same for each of several variables. */
export const optionalEach = <Vs extends Variables>(variables: Vs) =>
  Object.fromEntries(Object.entries(variables).map(([name, each]) => [name, optional(each)])) as {
    [Name in keyof Vs]: Vs[Name] & { optional: true };
  };
