import { useEffect, useRef, type RefObject } from 'react';
import { useKeys } from '../keys/use-keys.ts';

type Given = {
  list: RefObject<HTMLElement | null>;
  count: number;
  scrollTo: (index: number) => void;
  /** Chooses a row, or no longer. */
  choose?: ((index: number) => void) | undefined;
};

/** The head of the page covers rows beneath it. */
function isUncovered(line: HTMLElement): boolean {
  const { left, top, width } = line.getBoundingClientRect();
  return line.contains(document.elementFromPoint(left + width / 2, top + 1));
}

/**
 * `j` and `k` move through rows, first to the first visible one; Enter opens the focused row, `x` chooses it.
 */
export function useRowKeys({ list, count, scrollTo, choose }: Given): void {
  const wanted = useRef<number | undefined>(undefined);
  const linkAt = (index: number) =>
    list.current
      ?.querySelector<HTMLElement>(`[data-row="${index}"]`)
      ?.querySelector<HTMLElement>('a, summary');
  const here = (): number | undefined => {
    const line = document.activeElement?.closest<HTMLElement>('[data-row]');
    return line && list.current?.contains(line) ? Number(line.dataset['row']) : undefined;
  };
  const firstSeen = (): number => {
    const lines = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    return Number([...lines].find(isUncovered)?.dataset['row'] ?? 0);
  };
  // A distant row is rendered some time after it was scrolled to.
  const focusWanted = (): void => {
    const link = wanted.current === undefined ? undefined : linkAt(wanted.current);
    if (!link) return;
    link.focus({ preventScroll: true });
    wanted.current = undefined;
  };
  useEffect(focusWanted);
  const go = (step: 1 | -1) => (): void => {
    const from = here();
    const to = from === undefined ? firstSeen() : Math.min(Math.max(from + step, 0), count - 1);
    if (count === 0) return;
    wanted.current = to;
    scrollTo(to);
    focusWanted();
  };
  const withHere = (act: (index: number) => void) => (): void => {
    const index = here();
    if (index !== undefined) act(index);
  };
  useKeys('Rows', [
    { key: 'j', words: 'next row', act: go(1) },
    { key: 'k', words: 'row before', act: go(-1) },
    { key: 'Enter', words: 'open the row', act: withHere((index) => linkAt(index)?.click()) },
    ...(choose ? [{ key: 'x', words: 'choose the row', act: withHere(choose) }] : []),
  ]);
}
