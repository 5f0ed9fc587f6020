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
  /** Absent: there is none. */
  adminToken?: string;
  findSignedIn?(text: string): Promise<Holder | Admin | undefined>;
  /** The request does not wait for it. */
  noteUse?(holder: Holder): void;
};

/** Undefined for other callers. */
export const holderIn = (caller: Caller): Holder | undefined => ('project' in caller ? caller : undefined);

export function holds(caller: Caller, scope: Scope): boolean {
  if (caller.kind === 'admin') return true;
  const holder = holderIn(caller);
  return holder !== undefined && holdsScope(holder.scopes, scope);
}

export const sessionOf = (caller: Caller): Session | undefined =>
  'session' in caller ? caller.session : undefined;

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
