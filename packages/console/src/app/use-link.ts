import { useEffect } from 'react';

/** Takes the code of a link from the fragment, which browsers never send, whenever one comes. */
export function useLink(onCode: (code: string) => void): void {
  useEffect(() => {
    const take = () => {
      const code = new URLSearchParams(location.hash.slice(1)).get('code');
      if (code === null) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      onCode(code);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [onCode]);
}
