/** The text as a look-up may ask for it: null where Postgres could not hold it, so that nothing is found. */
export const storable = (text: string): string | null =>
  text.includes('\0') || !text.isWellFormed() ? null : text;
