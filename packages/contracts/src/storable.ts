/** Whether the database can hold a text: no U+0000, and no half of a surrogate pair (Contract §4.1). */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The text as the database can hold it: what it cannot is replaced by U+FFFD. */
export const toStorable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();
