import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { SessionRequest, Whoami } from '@writ/sdk';
import { isSignedOut, takeAsked, writOf } from './client.ts';
import { useAnyProject, type Project } from './project.ts';

/** `ended`: somebody was signed in. */
export type Session = { state: 'out' } | { state: 'in'; who: Whoami } | { state: 'ended' };
export type Scope = Whoami['scopes'][number];
export type Need = Scope | 'administrator';

export const sessionKey = ['session'] as const;

export const sessionQuery = (client: QueryClient) =>
  queryOptions<Session>({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      const session = await readSession(client, signal);
      forgetUnlessOf(session, client);
      return session;
    },
    staleTime: 60_000,
  });

/** Read again when the window gets the focus: another tab may have signed in. */
export const useSession = () =>
  useQuery({ ...sessionQuery(useQueryClient()), refetchOnWindowFocus: 'always' });

async function readSession(client: QueryClient, signal: AbortSignal): Promise<Session> {
  try {
    return { state: 'in', who: await writOf().whoami({ signal }) };
  } catch (fault) {
    if (!isSignedOut(fault)) throw fault;
    const before = client.getQueryData<Session>(sessionKey);
    return { state: before === undefined || before.state === 'out' ? 'out' : 'ended' };
  }
}

/** A key for what the session may read; '' if nobody is signed in. */
export const readerOf = (session: Session | undefined): string =>
  session?.state === 'in' ? [session.who.kind, session.who.keyId, session.who.project?.id].join(' ') : '';

/** The proof is not kept. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (proof: SessionRequest) => writOf().session.begin(proof),
    onSuccess: (who) => {
      changeSession(client, { state: 'in', who });
    },
    // A refused proof does not end the current session.
    meta: { isSignIn: true },
    gcTime: 0,
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => writOf().session.end(),
    onSuccess: () => changeSession(client, { state: 'out' }),
  });
}

export function changeSession(client: QueryClient, session: Session): void {
  forgetUnlessOf(session, client);
  void client.cancelQueries({ queryKey: sessionKey, exact: true });
  client.setQueryData<Session>(sessionKey, session);
}

function forgetUnlessOf(session: Session, client: QueryClient): void {
  const before = client.getQueryData<Session>(sessionKey);
  if (readerOf(session) === readerOf(before)) return;
  if (before) takeAsked(new Map());
  // A project may be named like the key of the session.
  client.removeQueries({ predicate: ({ queryKey }) => queryKey.length > 1 || queryKey[0] !== sessionKey[0] });
}

export function useWho(): Whoami {
  const { data } = useSession();
  if (data?.state !== 'in') throw new Error('Nobody is signed in.');
  return data.who;
}

/** The project of the address, if the session may see it: a key belongs to one project. */
export function useVisibleProject(): Project | undefined {
  const project = useAnyProject();
  const { project: own } = useWho();
  return own && project && ![own.id, own.name].includes(project.name) ? undefined : project;
}

/** Why the session lacks all of some needs; undefined if it has one of them, or none is given. */
export function useForbidden(...needed: readonly Need[]): string | undefined {
  const { scopes, project } = useWho();
  const isMet = (need: Need): boolean =>
    need === 'administrator' ? project === undefined : mayWith(scopes, need);
  if (needed.length === 0 || needed.some(isMet)) return undefined;
  if (needed.includes('administrator'))
    return `Needs an administrator. You are signed in with a key of the project ${project?.name}.`;
  return `Needs the scope ${needed.join(' or ')}. You are signed in with ${scopes.join(', ')}.`;
}

/** `:manage` includes `:read`. */
const mayWith = (scopes: readonly Scope[], scope: Scope): boolean =>
  scopes.some((each) => each === 'full' || each === scope || each === scope.replace(':read', ':manage'));
