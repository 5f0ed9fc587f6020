import type { Scope } from '@writ/contracts';

export type Project = { id: string; name: string };

/** Who holds an active key. */
export type KeyHolder = { kind: 'apiKey'; keyId: string; project: Project; scopes: ReadonlySet<Scope> };

/** Who sent the request. */
export type Caller = KeyHolder | { kind: 'admin' } | { kind: 'anyone' };

/** Where credentials are looked up. */
export type Authentication = {
  /** The caller whose active key this is. */
  findApiKey(key: string): Promise<KeyHolder | undefined>;
  /** Any project, by id or name: administrators may name each. */
  findProject(idOrName: string): Promise<Project | undefined>;
  /** The bearer of administrators; absent: there is none. */
  adminToken?: string;
};

/** Whether a caller may use what needs `scope`. Reading is part of managing. */
export function holds(caller: Caller, scope: Scope): boolean {
  if (caller.kind === 'admin') return true;
  if (caller.kind === 'anyone') return false;
  const managing = scope.endsWith(':read') ? (scope.replace(':read', ':manage') as Scope) : scope;
  return ['full' as const, scope, managing].some((held) => caller.scopes.has(held));
}
