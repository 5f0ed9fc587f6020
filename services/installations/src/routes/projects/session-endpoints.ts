import {
  consoleHeadersSchema,
  inputValidationProblemSchema,
  problemSchema,
  sessionRequestSchema,
  signInMembers,
  whoamiSchema,
} from '@writ/contracts';
import {
  created,
  endpoint,
  holderIn,
  notAuthenticated,
  ok,
  sessionOf,
  type Caller,
  type Endpoint,
} from '@writ/http';
import { notFound, type IssueInput } from '@writ/problems';
import { insertAuditEntries, removeSession } from '@writ/tenancy';
import { told } from '@writ/service-parts';
import type { Deps } from '../../deps.ts';
import { signIn } from '../../sessions/sign-in.ts';

export const sessionEndpoints = (deps: Deps): readonly Endpoint[] => [
  getWhoami(deps),
  postSession(deps),
  deleteSession(deps),
];

const getWhoami = (deps: Deps) =>
  endpoint({
    method: 'get',
    path: '/whoami',
    summary: 'Show the caller',
    access: 'known',
    answers: { 200: whoamiSchema },
    docs: { tag: 'Projects' },
    handle: async ({ caller }) => ok(await whoami(deps, caller)),
  });

async function whoami({ apiKeys, jwtKeys }: Deps, caller: Caller) {
  const holder = holderIn(caller);
  const session = sessionOf(caller);
  const kind = session ? ('session' as const) : caller.kind;
  if (holder === undefined) return told({ kind, scopes: ['full'], expireTime: session?.expireTime ?? null });
  const { keyId, project, scopes, groupRef = null } = holder;
  const key = await (holder.kind === 'jwt' ? jwtKeys : apiKeys).find(project.id, keyId);
  const label = key?.label ?? null;
  const ends = [session?.expireTime, holder.expireTime, key && 'expireTime' in key ? key.expireTime : null];
  const expireTime = ends.flatMap((end) => end ?? []).toSorted((a, b) => Number(a) - Number(b))[0] ?? null;
  return told({ kind, keyId, label, project, scopes: [...scopes], groupRef, expireTime });
}

const cookieHeader = {
  'Set-Cookie': {
    description: 'The session cookie; scripts cannot read it.',
    schema: { type: 'string' },
    example: 'writ-session=…; Path=/; HttpOnly; SameSite=Strict',
  },
} as const;

const postSession = (deps: Deps) =>
  endpoint({
    method: 'post',
    path: '/session',
    summary: 'Sign in to the console',
    access: 'public',
    headers: consoleHeadersSchema,
    body: sessionRequestSchema,
    rules: ({ body, header }) => [...oneWayRule(body), ...ownPageRule(deps, header)],
    answers: { 201: whoamiSchema, 401: problemSchema },
    docs: {
      answerHeaders: cookieHeader,
      refusals: ['not-authenticated', 'rate-limited'],
    },
    handle: async ({ body, caller, address, attempt, countFor, by: { requestId, action } }) => {
      const replaces = sessionIn(caller);
      const asked = { requestId, action, address, replaces, countFor };
      const good = await attempt(async () => {
        const begun = await signIn(deps, body, asked);
        const signedIn = begun && (await deps.findSignedIn(begun.text));
        return signedIn && { begun, signedIn };
      });
      if (!good) throw notAuthenticated();
      const { begun, signedIn } = good;
      return created(await whoami(deps, signedIn), {
        'Set-Cookie': deps.cookie.begin(begun.text, begun.expireTime),
        'Cache-Control': 'no-store',
      });
    },
  });

function oneWayRule(body: object): readonly IssueInput[] {
  const given = signInMembers.filter((member) => member in body);
  if (given.length === 1) return [];
  const detail = `Give exactly one of ${signInMembers.map((member) => `\`${member}\``).join(', ')}.`;
  return [{ in: 'body', name: `/${given.at(-1) ?? signInMembers[0]}`, detail }];
}

/** Other pages could sign a person in unnoticed. */
function ownPageRule({ cookie }: Deps, header: (name: string) => string | undefined): readonly IssueInput[] {
  const names = ['Host', 'Origin', 'Sec-Fetch-Site'] as const;
  const headers = Object.fromEntries(names.map((name) => [name.toLowerCase(), header(name)]));
  if (cookie.isOfOwnPage(headers)) return [];
  return [{ in: 'header', name: 'Origin', detail: 'You can only sign in from pages of this host.' }];
}

const deleteSession = ({ database, cookie }: Deps) =>
  endpoint({
    method: 'delete',
    path: '/session',
    summary: 'Sign out of the console',
    access: 'known',
    headers: consoleHeadersSchema,
    answers: { 204: null, 404: inputValidationProblemSchema },
    docs: { answerHeaders: cookieHeader, refusals: ['not-found'] },
    handle: async ({ caller, by }) => {
      const before = sessionIn(caller);
      await database.transaction(async ({ prisma }) => {
        if (!before || !(await removeSession(prisma, before.id))) throw noSession();
        await insertAuditEntries(prisma, by, { resource: 'session', before });
      });
      return { status: 204, headers: { 'Set-Cookie': cookie.end() } };
    },
  });

function sessionIn(caller: Caller): { id: string; projectId: string | null } | undefined {
  const session = sessionOf(caller);
  return session && { id: session.id, projectId: holderIn(caller)?.project.id ?? null };
}

const noSession = () => notFound('path', 'session', undefined, 'Nobody is signed in by this request.');
