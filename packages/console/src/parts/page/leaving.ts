import { useEffect } from 'react';

const question = 'Leave this page? What you have not saved is lost.';

export function useAskToLeave(isEdited: boolean): void {
  useEffect(() => {
    if (!isEdited) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    // Older browsers lack it.
    if ('navigation' in window) navigation.addEventListener('navigate', askBeforeGoing, { signal });
    return () => leaving.abort();
  }, [isEdited]);
}

function askBeforeGoing(event: NavigateEvent): void {
  const { destination } = event;
  const isWithinPage = new URL(destination.url).pathname === location.pathname;
  // Before another document `beforeunload` asks.
  if (!isWithinPage && destination.sameDocument && event.cancelable && !confirm(question))
    event.preventDefault();
}
