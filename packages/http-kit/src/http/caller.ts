import { holdsScope, type Actor, type Scope } from '@writ/contracts';

export type Project = { id: string; name: string };

/** What a request presents to say who sent it: an API key, or a JSON Web Token that a key of the project signed. */
export type Credential = { kind: 'apiKey' | 'jwt'; text: string };

/** Who holds a good credential. */
export type Holder = {
  kind: Credential['kind'];
  /** Of the API key, or of the key that signed the token. */
  keyId: string;
  project: Project;
  scopes: ReadonlySet<Scope>;
  /** The only group that a token is for; absent: it is for all. */
  groupRef?: string;
  /** When a token ends; absent: it does not. */
  expireTime?: Date;
  /** The project accepts keys of pages; absent: it does not. */
  pageKeys?: true;
  /** Absent: the credential itself was presented. */
  session?: Session;
};

/** How somebody is signed in to the console. */
export type Session = { id: string; expireTime: Date };
type Admin = { kind: 'admin'; session?: Session };

/** Who sent the request. */
export type Caller = Holder | Admin | { kind: 'anyone' };

/** Where credentials are looked up. */
export type Authentication = {
  /** The caller whose good credential this is. */
  findHolder(credential: Credential): Promise<Holder | undefined>;
  /** Any project, by id or name: administrators may name each. */
  findProject(idOrName: string): Promise<Project | undefined>;
  /** The bearer of administrators; absent: there is none. */
  adminToken?: string;
  /** Who is signed in, by what the session's cookie holds. */
  findSignedIn?(text: string): Promise<Holder | Admin | undefined>;
  /** Hears of each request of a holder; nothing waits for it. */
  noteUse?(holder: Holder): void;
};

/** The caller, where it holds a credential of a project. */
export const holderIn = (caller: Caller): Holder | undefined => ('project' in caller ? caller : undefined);

/** Whether a caller may use what needs `scope`. */
export function holds(caller: Caller, scope: Scope): boolean {
  if (caller.kind === 'admin') return true;
  const holder = holderIn(caller);
  return holder !== undefined && holdsScope(holder.scopes, scope);
}

/** The session of a caller who is signed in. */
export const sessionOf = (caller: Caller): Session | undefined =>
  'session' in caller ? caller.session : undefined;

/** Who acts, as the audit names them. */
export function actorOf(caller: Caller, by: Pick<Actor, 'requestId' | 'action'>): Actor {
  const { kind } = caller;
  const holder = holderIn(caller);
  const session = sessionOf(caller);
  return {
    kind: session ? 'session' : kind,
    id: holder?.keyId ?? kind,
    ...(holder?.groupRef !== undefined && { groupRef: holder.groupRef }),
    ...(session && { sessionId: session.id }),
    ...by,
  };
}
