import type { ReactNode } from 'react';

/** A column of a list. */
export type Column<Row> = {
  head: string;
  /** As in `grid-template-columns`, such as `8rem` or `minmax(8rem, 2fr)`. */
  width: string;
  /** Numbers stand at the end of their column. */
  atEnd?: boolean;
  /** Left out in a narrow window. */
  isWideOnly?: boolean;
  cell: (row: Row) => ReactNode;
};

/** Rows that were chosen, by their keys. */
export type Selection = { keys: ReadonlySet<string>; onChange: (keys: ReadonlySet<string>) => void };

/** The selection with one row chosen that was not, or the other way round. */
export const toggled = ({ keys }: Selection, key: string): ReadonlySet<string> =>
  keys.has(key) ? new Set([...keys].filter((each) => each !== key)) : new Set([...keys, key]);
