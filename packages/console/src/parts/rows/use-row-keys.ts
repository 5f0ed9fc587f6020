import { useEffect, useRef, type RefObject } from 'react';
import { useKeys } from '../keys/use-keys.ts';

type Given = {
  list: RefObject<HTMLElement | null>;
  count: number;
  scrollTo: (index: number) => void;
  /** Chooses a row, or no longer; undefined where rows are not chosen. */
  choose: ((index: number) => void) | undefined;
};

/** Nothing lies over it: the head of the page stays while the list moves beneath it. */
function isSeen(line: HTMLElement): boolean {
  const { left, top, width } = line.getBoundingClientRect();
  return line.contains(document.elementFromPoint(left + width / 2, top + 1));
}

/** `j` and `k` lead from row to row, first to the first one that can be seen, Enter opens the one that has the focus, `x` chooses it. */
export function useRowKeys({ list, count, scrollTo, choose }: Given): void {
  const wanted = useRef<number | undefined>(undefined);
  const lineAt = (index: number) => list.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  const here = (): number | undefined => {
    const line = document.activeElement?.closest<HTMLElement>('[data-row]');
    return line && list.current?.contains(line) ? Number(line.dataset['row']) : undefined;
  };
  const firstSeen = (): number => {
    const lines = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    return Number([...lines].find(isSeen)?.dataset['row'] ?? 0);
  };
  const go = (step: 1 | -1) => (): void => {
    const from = here();
    const to = from === undefined ? firstSeen() : Math.min(Math.max(from + step, 0), count - 1);
    if (count === 0) return;
    wanted.current = to;
    scrollTo(to);
    focusWanted();
  };
  // A row that is far away is drawn some time after it was scrolled to.
  const focusWanted = (): void => {
    const link =
      wanted.current === undefined
        ? undefined
        : lineAt(wanted.current)?.querySelector<HTMLElement>('a, summary');
    if (!link) return;
    link.focus({ preventScroll: true });
    wanted.current = undefined;
  };
  useEffect(focusWanted);
  const openHere = (): void => {
    const index = here();
    if (index !== undefined) lineAt(index)?.querySelector<HTMLElement>('a, summary')?.click();
  };
  const chooseHere = (): void => {
    const index = here();
    if (index !== undefined) choose?.(index);
  };
  useKeys('Rows', [
    { key: 'j', words: 'next row', act: go(1) },
    { key: 'k', words: 'row before', act: go(-1) },
    { key: 'Enter', words: 'open the row', act: openHere },
    ...(choose ? [{ key: 'x', words: 'choose the row', act: chooseHere }] : []),
  ]);
}
