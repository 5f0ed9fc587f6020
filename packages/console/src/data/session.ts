import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import type { SessionRequest, Whoami } from '@writ/sdk';
import { isSignedOut, takeAsked, writOf } from './client.ts';
import { useAnyProject, type Project } from './project.ts';

/** Who is signed in: nobody yet, somebody, or nobody any more. */
export type Session = { state: 'out' } | { state: 'in'; who: Whoami } | { state: 'ended' };
export type Scope = Whoami['scopes'][number];

export const sessionKey = ['session'] as const;

/** How it is asked who is signed in. */
export const sessionQuery = (client: QueryClient) =>
  queryOptions<Session>({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      const session = await askedSession(client, signal);
      forgetUnlessOf(session, client);
      return session;
    },
    staleTime: 60_000,
  });

/** Who is signed in, asked once and when the window is looked at again: another tab may have signed in as somebody else. */
export const useSession = () =>
  useQuery({ ...sessionQuery(useQueryClient()), refetchOnWindowFocus: 'always' });

async function askedSession(client: QueryClient, signal: AbortSignal): Promise<Session> {
  try {
    return { state: 'in', who: await writOf().whoami({ signal }) };
  } catch (fault) {
    if (!isSignedOut(fault)) throw fault;
    const before = client.getQueryData<Session>(sessionKey);
    return { state: before === undefined || before.state === 'out' ? 'out' : 'ended' };
  }
}

/** By whom things are read: one text for each that may see other things; '' for nobody. */
export const readerOf = (session: Session | undefined): string =>
  session?.state === 'in' ? [session.who.kind, session.who.keyId, session.who.project?.id].join(' ') : '';

/** Signs in. What was typed goes to the host and is kept nowhere. */
export function useSignIn(): UseMutationResult<Whoami, Error, SessionRequest> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (proof: SessionRequest) => writOf().session.begin(proof),
    onSuccess: (who) => {
      changeSession(client, { state: 'in', who });
    },
    // Refused, it does not end the session that there is.
    meta: { isSignIn: true },
    gcTime: 0,
  });
}

export function useSignOut(): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => writOf().session.end(),
    onSuccess: () => changeSession(client, { state: 'out' }),
  });
}

/** Takes what is known now, whatever was asked before, and forgets what was read by somebody else. */
export function changeSession(client: QueryClient, session: Session): void {
  forgetUnlessOf(session, client);
  void client.cancelQueries({ queryKey: sessionKey, exact: true });
  client.setQueryData<Session>(sessionKey, session);
}

function forgetUnlessOf(session: Session, client: QueryClient): void {
  const before = client.getQueryData<Session>(sessionKey);
  if (readerOf(session) === readerOf(before)) return;
  // What was asked early was asked as whoever was signed in before.
  if (before) takeAsked(new Map());
  // A project may be named like the key of the session.
  client.removeQueries({ predicate: ({ queryKey }) => queryKey.length > 1 || queryKey[0] !== sessionKey[0] });
}

/** The one who is signed in, where pages are shown: there somebody is. */
export function useWho(): Whoami {
  const { data } = useSession();
  if (data?.state !== 'in') throw new Error('Nobody is signed in.');
  return data.who;
}

/** The project of the address, where the session may see it: a key belongs to one. Undefined on pages that are about none. */
export function useVisibleProject(): Project | undefined {
  const project = useAnyProject();
  const { project: own } = useWho();
  return own && project && ![own.id, own.name].includes(project.name) ? undefined : project;
}

/** Why the session may not do what any of some scopes allows; undefined where it may, as it may what needs none. */
export function useForbidden(...needed: readonly Scope[]): string | undefined {
  const { scopes } = useWho();
  if (needed.length === 0 || needed.some((scope) => mayWith(scopes, scope))) return undefined;
  return `Needs the scope ${needed.join(' or ')}. You are signed in with ${scopes.join(', ')}.`;
}

/** Managing includes reading. */
const mayWith = (scopes: readonly Scope[], scope: Scope): boolean =>
  scopes.some((each) => each === 'full' || each === scope || each === scope.replace(':read', ':manage'));
