import { holdsScope, type Actor, type Scope } from '@writ/contracts';

/** `eraseTime`: since when it is being erased. */
export type Project = { id: string; name: string; eraseTime?: Date | null };

/** An API key, or a JSON Web Token that a key of the project signed. */
export type Credential = { kind: 'apiKey' | 'jwt'; text: string };

export type Holder = {
  kind: Credential['kind'];
  /** Id of the API key, or of the key that signed the token. */
  keyId: string;
  project: Project;
  scopes: ReadonlySet<Scope>;
  /** The only group of a token; absent: all groups. */
  groupRef?: string;
  /** When a token ends; absent: never. */
  expireTime?: Date;
  /** The project accepts keys in pages. */
  pageKeys?: true;
  /** Absent: the credential itself was presented. */
  session?: Session;
};

export type Session = { id: string; expireTime: Date };
type Admin = { kind: 'admin'; session?: Session };

export type Caller = Holder | Admin | { kind: 'anyone' };

export type Authentication = {
  findHolder(credential: Credential): Promise<Holder | undefined>;
  /** Any project, by id or name: administrators may name each. */
  findProject(idOrName: string): Promise<Project | undefined>;
  /** The administrators' bearer token; absent: there is none. */
  adminToken?: string;
  /** The caller of the session with this cookie. */
  findSignedIn?(text: string): Promise<Holder | Admin | undefined>;
  /** Called for each request of a holder; the request does not wait for it. */
  noteUse?(holder: Holder): void;
};

/** The caller as holder of a project's credential; undefined for others. */
export const holderIn = (caller: Caller): Holder | undefined => ('project' in caller ? caller : undefined);

export function holds(caller: Caller, scope: Scope): boolean {
  if (caller.kind === 'admin') return true;
  const holder = holderIn(caller);
  return holder !== undefined && holdsScope(holder.scopes, scope);
}

export const sessionOf = (caller: Caller): Session | undefined =>
  'session' in caller ? caller.session : undefined;

/** The caller as the audit names it. */
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
