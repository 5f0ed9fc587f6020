import { useEffect, useRef } from 'react';

const changes = ['pushState', 'replaceState', 'popstate'] as const;

/** Moves focus and scroll to the start of a new page; going back keeps the scroll. */
export function useArrival(location: string): void {
  const isBack = useRef(false);
  const last = useRef(location);
  useEffect(() => {
    const note = ({ type }: Event) => (isBack.current = type === 'popstate');
    // Before the page renders.
    for (const change of changes) addEventListener(change, note, { capture: true });
    return () => {
      for (const change of changes) removeEventListener(change, note, { capture: true });
    };
  }, []);
  useEffect(() => {
    if (last.current === location) return;
    last.current = location;
    document.getElementById('content')?.focus({ preventScroll: true });
    if (!isBack.current) scrollTo(0, 0);
  }, [location]);
}
