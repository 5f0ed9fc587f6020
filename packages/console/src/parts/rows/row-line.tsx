import { memo, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Column } from './column.ts';
import styles from './rows.module.css';

type Given<Row> = {
  row: Row;
  rowKey: string;
  index: number;
  /** Its distance from the top of the list, in pixels. */
  top: number;
  href: string;
  columns: readonly Column<Row>[];
  /** What stands on a second line, if there is one. */
  beneath: ((row: Row) => ReactNode) | undefined;
  /** Whether it is chosen; undefined where rows are not chosen. */
  isChosen: boolean | undefined;
  /** Chooses it, or no longer. */
  onToggle: (rowKey: string) => void;
};

/** A row: a click anywhere opens it, but on what does something else. It is drawn again when something of it changes. */
export const RowLine = memo(Line) as typeof Line;

function Line<Row>(given: Given<Row>) {
  const { row, rowKey, index, top, href, columns, beneath, isChosen, onToggle } = given;
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
            aria-label={`Choose ${rowKey}`}
            checked={isChosen}
            onChange={() => onToggle(rowKey)}
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
        <div role="cell" className={`${styles['cell']} ${styles['beneath']}`}>
          {beneath(row)}
        </div>
      )}
    </div>
  );
}

/** What lies over the link of the row, such as a time, opens it as well. */
function openUnlessOwn({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('a, button, input')) return;
  currentTarget.querySelector('a')?.click();
}

export const cellClass = ({ atEnd, isWideOnly }: { atEnd?: boolean; isWideOnly?: boolean }): string =>
  [styles['cell'], atEnd && styles['end'], isWideOnly && styles['wide']].filter(Boolean).join(' ');
