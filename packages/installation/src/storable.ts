import { isStorable } from '@writ/contracts';
/** Names and references have at most 255 characters, some of which are two units of a text. */
const longest = 510;

/**
 * The text as a look-up may ask for it: null where nothing can have it, since Postgres could not hold it, or since it is
 * longer than any; a few of some megabytes would be too much for the statement that a look-up shares with others.
 */
export const storable = (text: string): string | null =>
  text.length <= longest && isStorable(text) ? text : null;
