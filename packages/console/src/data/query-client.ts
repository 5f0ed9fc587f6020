import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './client.ts';
import { changeSession, sessionKey, type Session } from './session.ts';

/** Without retries: the SDK already retries. */
export function createQueryClient(): QueryClient {
  // A mutation shows before the next key press, so that fast presses of Enter send a form once.
  notifyManager.setScheduler(queueMicrotask);
  const onError = (fault: unknown): void => {
    const session = client.getQueryData<Session>(sessionKey);
    if (isSignedOut(fault) && session?.state === 'in') changeSession(client, { state: 'ended' });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (fault, _given, _result, { meta }) => {
        if (meta?.['isSignIn'] !== true) onError(fault);
      },
    }),
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 1_000, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
