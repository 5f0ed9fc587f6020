import { isJsonObject } from '@writ/contracts';
import { Refusal, type IssueInput } from '../problems/refusal.ts';
import { holderIn, holds, type Caller, type Project } from '../caller.ts';
import { scopesText, type Access } from '../endpoint.ts';

/** By what a caller was let in: `page` is the scope `frontend` for no group, which everybody has who can read a page. */
export type LetIn = 'page' | 'other';

/** Lets a caller in. @throws Refusal (403) for one who may not use the endpoint */
export function letIn(caller: Caller, access: Access): LetIn {
  if (access === 'public' || access === 'known' || caller.kind === 'admin') return 'other';
  if (access === 'admin') {
    throw new Refusal('scope-missing', {
      detail: "This needs the administrators' token.",
      remedy: "Send the administrators' token as `Authorization: Bearer`; no API key may do this.",
    });
  }
  const { scope, or = [], frontend } = access;
  if ([scope, ...or].some((one) => holds(caller, one))) return 'other';
  const holder = holderIn(caller);
  if (!holder || frontend === undefined || !holds(caller, 'frontend')) {
    const needed = scopesText(access);
    throw new Refusal('scope-missing', {
      detail: `This needs ${needed}.`,
      remedy: `Use a key with ${needed}, or add it to this one.`,
    });
  }
  if (holder.groupRef !== undefined) return 'other';
  if (!holder.pageKeys) throw pageKeysOff(holder.project);
  if (frontend === 'own-group') throw pageRefused();
  return 'page';
}

/** What a page may not do by a key that everybody can read. */
export const pageRefused = (detail = 'A key that stands in a page may not do this.'): Refusal =>
  new Refusal('scope-missing', {
    detail,
    remedy:
      'Use a JSON Web Token with the claim `groupRef`, or a key with `installations:manage` on a server.',
  });

const pageKeysOff = ({ id }: Project): Refusal =>
  new Refusal('scope-missing', {
    detail: 'The project accepts no keys of pages: the scope `frontend` counts in a token of a group alone.',
    remedy: `Have the page use a JSON Web Token with the claim \`groupRef\`. Or switch keys of pages on: \`PATCH /v1/projects/${id}\` with \`pageKeys\`.`,
  });

/** A page's key sees no list of all groups. */
export function groupIssues(access: Access, by: LetIn, query: unknown): readonly IssueInput[] {
  const isListOfGroups = typeof access === 'object' && access.frontend === 'named-group';
  if (by !== 'page' || !isListOfGroups || (isJsonObject(query) && query['groupRef'] !== undefined)) return [];
  const detail = 'With a key that stands in a page, the list is told of one group: name it.';
  return [{ in: 'query', name: 'groupRef', detail }];
}
