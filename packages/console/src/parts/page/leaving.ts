import { useEffect } from 'react';
import type { AroundNavHandler } from 'wouter';

const question = 'Leave this page? What you have not saved is lost.';

let isAsking = false;

const mayGo = (pathname: string): boolean => !isAsking || pathname === location.pathname || confirm(question);

export const askBeforeGoing: AroundNavHandler = (navigate, to, options) => {
  if (mayGo(new URL(to, location.href).pathname)) navigate(to, options);
};

export function useAskToLeave(isEdited: boolean): void {
  useEffect(() => {
    if (!isEdited) return undefined;
    isAsking = true;
    const onClose = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', onClose);
    return () => {
      isAsking = false;
      removeEventListener('beforeunload', onClose);
    };
  }, [isEdited]);
}
