import { useEffect } from 'react';

/** Takes the code of a link out of the address, where it stands in the fragment, which no browser sends: on arrival, and whenever one comes. */
export function useLink(onCode: (code: string) => void): void {
  useEffect(() => {
    const take = () => {
      const code = new URLSearchParams(location.hash.slice(1)).get('code');
      if (code === null) return;
      // Used once, and not left in the address.
      history.replaceState(history.state, '', location.pathname + location.search);
      onCode(code);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [onCode]);
}
