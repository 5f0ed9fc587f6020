import { isJsonObject } from '@writ/contracts';
import { Refusal, type IssueInput } from '@writ/problems';
import { holderIn, holds, type Caller, type Project } from '../caller.ts';
import { scopesText, type Access } from '../endpoint.ts';

/** `page`: by the scope `frontend` without a group, which everybody has who can read a page. */
export type LetIn = 'page' | 'other';

/** @throws Refusal (403) if the caller may not use the endpoint */
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

/** Refuses a key in a page. */
export const pageRefused = (detail = 'A key in a page may not do this.'): Refusal =>
  new Refusal('scope-missing', {
    detail,
    remedy:
      'Use a JSON Web Token with the claim `groupRef`, or a key with `installations:manage` on a server.',
  });

const pageKeysOff = ({ id }: Project): Refusal =>
  new Refusal('scope-missing', {
    detail:
      'The project does not accept keys in pages: the scope `frontend` counts only in a token of a group.',
    remedy: `Use a JSON Web Token with the claim \`groupRef\` in the page. Or allow keys in pages: \`PATCH /v1/projects/${id}\` with \`pageKeys\`.`,
  });

/** A key in a page may not list all groups. */
export function groupIssues(access: Access, by: LetIn, query: unknown): readonly IssueInput[] {
  const isListOfGroups = typeof access === 'object' && access.frontend === 'named-group';
  if (by !== 'page' || !isListOfGroups || (isJsonObject(query) && query['groupRef'] !== undefined)) return [];
  const detail = 'A key in a page lists one group at a time: name it.';
  return [{ in: 'query', name: 'groupRef', detail }];
}
