import { memo, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './rows.module.css';

export type Column<Row> = {
  head: string;
  /** In rem; or the least in rem, and the most: `3fr`. */
  width: number | readonly [least: number, most: string];
  /** Aligned right, as numbers are. */
  atEnd?: boolean;
  /** Left out in a narrow window. */
  isWideOnly?: boolean;
  cell: (row: Row) => ReactNode;
};

type Given<Row> = {
  row: Row;
  id: string;
  index: number;
  /** In pixels from the top of the list. */
  top: number;
  href: string;
  columns: readonly Column<Row>[];
  beneath: ((row: Row) => ReactNode) | undefined;
  /** undefined: rows can't be chosen. */
  isChosen: boolean | undefined;
  onToggle: (id: string) => void;
};

/** A click outside its links and buttons opens the row. Only changes of its own render it again. */
export const RowLine = memo(Line) as typeof Line;

function Line<Row>(given: Given<Row>) {
  const { row, id, index, top, href, columns, beneath, isChosen, onToggle } = given;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className={`${styles['row']} ${styles['line']} ${beneath ? styles['two'] : ''}`}
      style={{ top }}
      onClick={openUnlessOwn}
    >
      {isChosen !== undefined && (
        <div role="cell" className={styles['choose']}>
          <input
            type="checkbox"
            aria-label={`Choose ${id}`}
            checked={isChosen}
            onChange={() => onToggle(id)}
          />
        </div>
      )}
      {columns.map((column, at) => (
        <div key={column.head} role="cell" className={cellClass(column)}>
          {at === 0 ? (
            <Link href={href} className={styles['link']}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </div>
      ))}
      {beneath && (
        <div role="cell" className={`${styles['cell']} ${styles['beneath']} small`}>
          {beneath(row)}
        </div>
      )}
    </div>
  );
}

/** Times lie over the link of the row, and open it, too. */
function openUnlessOwn({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('a, button, input')) return;
  currentTarget.querySelector('a')?.click();
}

export const cellClass = ({ atEnd, isWideOnly }: { atEnd?: boolean; isWideOnly?: boolean }): string =>
  [styles['cell'], atEnd && styles['end'], isWideOnly && styles['wide']].filter(Boolean).join(' ');
