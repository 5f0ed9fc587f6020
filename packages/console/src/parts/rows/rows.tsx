import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { useProject } from '../../data/project.ts';
import { cellClass, RowLine, type Column } from './row-line.tsx';
import styles from './rows.module.css';
import { toggled, type Selection } from './selection.ts';
import { useRowKeys } from './use-row-keys.ts';

type Given<Row> = {
  label: string;
  rows: readonly Row[];
  /** The first holds the link. */
  columns: readonly Column<Row>[];
  beneath?: ((row: Row) => ReactNode) | undefined;
  /** The path of the pages that rows open, or the address of each row's page. */
  page: string | ((row: Row) => string);
  onEnd?: (() => void) | undefined;
  /** Called with the ids of the visible rows when they change. Keep the function the same. */
  onSeen?: ((ids: readonly string[]) => void) | undefined;
  selection?: Selection | undefined;
};

/** In pixels, of rows with one and two lines: `--row`, `--row-of-two`. */
const heights = { one: 44, two: 64 };

/** A list of any length, of which only the visible rows are rendered. */
export function Rows<Row extends { id: string }>(given: Given<Row>) {
  const { label, rows, columns, page, onEnd, onSeen, selection } = given;
  const { to } = useProject();
  const list = useRef<HTMLDivElement>(null);
  const beneath = useIsNarrow() ? given.beneath : undefined;
  const rowHeight = beneath ? heights.two : heights.one;
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: useOverscan(),
    // Without it, the first render has no row.
    initialRect: { width: innerWidth, height: innerHeight },
    scrollMargin: useTopOf(list),
  });
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  const drawn = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, index, top: start - virtual.options.scrollMargin }];
  });
  const toggle = useToggle(selection);
  useRowKeys({
    list,
    count: rows.length,
    scrollTo: (index) => virtual.scrollToIndex(index),
    choose: selection && ((index) => rows[index] && toggle(rows[index].id)),
  });
  useChanged(drawn.map(({ row }) => row.id).join(' '), onSeen);
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
        {drawn.map(({ row, ...place }) => (
          <RowLine
            key={row.id}
            {...{ ...place, row, columns, beneath }}
            id={row.id}
            href={typeof page === 'string' ? to(page, row.id) : page(row)}
            isChosen={selection?.ids.has(row.id)}
            onToggle={toggle}
          />
        ))}
      </div>
    </div>
  );
}

type HeadsGiven = { columns: readonly Omit<Column<never>, 'cell'>[]; hasChoice: boolean };

function Heads({ columns, hasChoice }: HeadsGiven) {
  return (
    <div role="rowgroup">
      <div role="row" className={`${styles['row']} ${styles['heads']} small`}>
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

/** As in `rows.module.css`. */
const narrow = matchMedia('(width < 75rem)');

const onNarrow = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

const useIsNarrow = (): boolean => useSyncExternalStore(onNarrow, () => narrow.matches);

/** Rows just outside the window are rendered later, so the first row shows sooner. */
function useOverscan(): number {
  const [rows, setRows] = useState(0);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setRows(8)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return rows;
}

/** Where a list begins: the height of what is above it may change. */
function useTopOf(list: RefObject<HTMLElement | null>): number {
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

/** A stable function, so that it renders no row again. */
function useToggle(selection: Selection | undefined): (id: string) => void {
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });
  return useCallback((id) => latest.current?.onChange(toggled(latest.current, id)), []);
}

function useEnd(isNear: boolean, count: number, call: (() => void) | undefined): void {
  useEffect(() => {
    if (isNear) call?.();
  }, [isNear, count, call]);
}

function useChanged(ids: string, call: ((ids: readonly string[]) => void) | undefined): void {
  useEffect(() => call?.(ids === '' ? [] : ids.split(' ')), [ids, call]);
}

function columnsOf(columns: readonly Omit<Column<never>, 'cell'>[], selection: Selection | undefined) {
  const widthOf = ({ width }: Pick<Column<never>, 'width'>) =>
    typeof width === 'number' ? `${width}rem` : `minmax(${width[0]}rem, ${width[1]})`;
  const widths = (choose: string, some: readonly Pick<Column<never>, 'width'>[]) =>
    [...(selection ? [choose] : []), ...some.map(widthOf)].join(' ');
  return {
    '--columns': widths('2rem', columns),
    '--columns-narrow': widths(
      '1.25rem',
      columns.filter(({ isWideOnly }) => !isWideOnly),
    ),
  } as CSSProperties;
}
