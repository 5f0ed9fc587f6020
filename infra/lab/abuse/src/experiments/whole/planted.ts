/** A secret that was given to the product, and what it is. */
export type Planted = { what: string; text: string };

/** A text in which no planted secret can be read. */
export const mask = (text: string, planted: readonly Planted[]): string =>
  planted.reduce((masked, { what, text: secret }) => masked.replaceAll(secret, `‹${what}›`), text);
