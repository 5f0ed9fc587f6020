import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { toggled, type Column, type Selection } from './column.ts';
import { cellClass, RowLine } from './row-line.tsx';
import styles from './rows.module.css';
import { useIsNarrow } from './use-is-narrow.ts';
import { useRowKeys } from './use-row-keys.ts';

type Given<Row> = {
  label: string;
  rows: readonly Row[];
  /** The first one holds the link to what the row is about. */
  columns: readonly Column<Row>[];
  /** In a narrow window, what of the left out columns stands on a line of its own below the others. */
  beneath?: ((row: Row) => ReactNode) | undefined;
  keyOf: (row: Row) => string;
  /** Where a row leads. */
  hrefOf: (row: Row) => string;
  /** Called when the reader comes near the end. */
  onEnd?: (() => void) | undefined;
  /** The keys of the rows that can be seen, when these change. Keep it the same from one drawing to the next. */
  onSeen?: ((keys: readonly string[]) => void) | undefined;
  /** Lets rows be chosen, by `x` too. */
  selection?: Selection | undefined;
};

/** The heights of a row of one line and of two in pixels: `--row`, `--row-of-two`. */
const heights = { one: 44, two: 64 };

/**
 * A list of which only what can be seen is drawn, so it may be long. Its rows are of one height, so nothing jumps. `j` and `k`
 * lead through it.
 */
export function Rows<Row>(given: Given<Row>) {
  const { label, rows, columns, keyOf, hrefOf, onEnd, onSeen, selection } = given;
  const list = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const beneath = isNarrow ? given.beneath : undefined;
  const rowHeight = beneath ? heights.two : heights.one;
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: useOverscan(),
    // Otherwise it draws no row before it has looked.
    initialRect: { width: innerWidth, height: innerHeight },
    scrollMargin: useTopOf(list),
  });
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  const drawn = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index];
    return row === undefined
      ? []
      : [{ row, key: keyOf(row), index, top: start - virtual.options.scrollMargin }];
  });
  const toggle = useToggle(selection);
  const chooseAt = (index: number) => {
    const row = rows[index];
    if (row !== undefined) toggle(keyOf(row));
  };
  useRowKeys({
    list,
    count: rows.length,
    scrollTo: (index) => virtual.scrollToIndex(index),
    choose: selection && chooseAt,
  });
  const keys = drawn.map(({ key }) => key);
  useTold(keys, onSeen);
  useEnd((drawn.at(-1)?.index ?? 0) >= rows.length - 1, rows.length, onEnd);
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className={styles['table']}
      style={columnsOf(columns, selection)}
    >
      <Heads columns={columns} hasChoice={selection !== undefined} />
      <div role="rowgroup" ref={list} className={styles['body']} style={{ height: virtual.getTotalSize() }}>
        {drawn.map(({ row, key, ...place }) => (
          <RowLine
            key={key}
            {...{ ...place, row, columns, beneath }}
            rowKey={key}
            href={hrefOf(row)}
            isChosen={selection?.keys.has(key)}
            onToggle={toggle}
          />
        ))}
      </div>
    </div>
  );
}

type HeadsGiven = {
  columns: readonly Pick<Column<never>, 'head' | 'atEnd' | 'isWideOnly'>[];
  hasChoice: boolean;
};

function Heads({ columns, hasChoice }: HeadsGiven) {
  return (
    <div role="rowgroup">
      <div role="row" className={`${styles['row']} ${styles['heads']}`}>
        {hasChoice && <div role="cell" />}
        {columns.map((column) => (
          <div key={column.head} role="columnheader" className={cellClass(column)}>
            {column.head}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Rows just outside of what can be seen are drawn once those within have been shown. */
function useOverscan(): number {
  const [rows, setRows] = useState(0);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setRows(8)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return rows;
}

/** How far down a list begins: what is above it may change its height at any time. */
function useTopOf(list: React.RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = () => setTop(element.getBoundingClientRect().top + scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

/** Chooses a row or no longer: the same function all the time, so that a row is drawn again for what it shows alone. */
function useToggle(selection: Selection | undefined): (key: string) => void {
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });
  return useCallback((key) => {
    const { current } = latest;
    current?.onChange(toggled(current, key));
  }, []);
}

/** Tells when the end is near, anew for each number of rows. */
function useEnd(isNear: boolean, count: number, tell: (() => void) | undefined): void {
  useEffect(() => {
    if (isNear) tell?.();
  }, [isNear, count, tell]);
}

/** Tells keys when they are others than before. */
function useTold(keys: readonly string[], tell: ((keys: readonly string[]) => void) | undefined): void {
  const text = keys.join(' ');
  useEffect(() => tell?.(text === '' ? [] : text.split(' ')), [text, tell]);
}

function columnsOf(
  columns: readonly { width: string; isWideOnly?: boolean }[],
  selection: Selection | undefined,
) {
  const widths = (choose: string, some: readonly { width: string }[]) =>
    [...(selection ? [choose] : []), ...some.map(({ width }) => width)].join(' ');
  return {
    '--columns': widths('2rem', columns),
    '--columns-narrow': widths(
      '1.25rem',
      columns.filter(({ isWideOnly }) => !isWideOnly),
    ),
  } as CSSProperties;
}
