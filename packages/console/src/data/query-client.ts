import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './client.ts';
import { changeSession, sessionKey, type Session } from './session.ts';

/** What was read is kept here. The SDK repeats what may be repeated, so nothing is repeated twice. */
export function createQueryClient(): QueryClient {
  // What has begun shows before the page handles the next key: a form is not sent twice, however fast Enter is pressed.
  notifyManager.setScheduler(queueMicrotask);
  const onError = (fault: unknown): void => {
    if (isSignedOut(fault)) endSession(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (fault, _given, _result, { meta }) => {
        if (meta?.['isSignIn'] !== true) onError(fault);
      },
    }),
    defaultOptions: {
      // What reads by itself says so, and may be paused.
      queries: { retry: false, networkMode: 'always', staleTime: 1_000, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

function endSession(client: QueryClient): void {
  const before = client.getQueryData<Session>(sessionKey);
  if (before?.state === 'in') changeSession(client, { state: 'ended' });
}
