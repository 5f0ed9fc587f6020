/** No U+0000, no half of a surrogate pair (Contract §4.1). */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Replaces what Postgres cannot store by U+FFFD. */
export const toStorable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();
