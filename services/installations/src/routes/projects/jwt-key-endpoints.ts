import {
  isJsonObject,
  jwtAlgorithms,
  jwtKeyListSchema,
  jwtKeyPatchSchema,
  jwtKeyRequestSchema,
  jwtKeySchema,
  listQuerySchema,
} from '@writ/contracts';
import { created, endpoint, linkedPages, noContent, ok, type IssueInput } from '@writ/http-kit';
import { publicKeyFault, type JwtKey } from '@writ/tenancy';
import { toldBy } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { maskedMembers, maskedMembersRule } from '../../masked-members.ts';
import { jwtKeyNotFound } from '../../not-found.ts';

const everything = ['full'] as const;

const answerOf = (key: JwtKey) => toldBy(jwtKeySchema, { ...key, kid: key.id });

const pages = linkedPages('jwt-keys');

export const getJwtKeys = ({ jwtKeys }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/jwt-keys',
    summary: 'List the JWT keys of a project',
    access: { scope: 'full' },
    query: listQuerySchema,
    rules: pages.rule,
    answers: { 200: jwtKeyListSchema },
    docs: pages.docs,
    handle: (asked) =>
      pages.answer(
        asked,
        (span) => jwtKeys.list(asked.project.id, span),
        (keys) => keys.map(answerOf),
      ),
  });

export const getJwtKey = ({ jwtKeys }: Deps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/jwt-keys/:jwtKeyId',
    summary: 'Get a JWT key',
    access: { scope: 'full' },
    answers: { 200: jwtKeySchema },
    handle: async ({ project, params: { jwtKeyId } }) => {
      const found = await jwtKeys.find(project.id, jwtKeyId);
      if (found) return ok(answerOf(found));
      throw jwtKeyNotFound(jwtKeyId);
    },
  });

/** Needs `full`, as the making of an API key does. */
export const postJwtKey = ({ jwtKeys }: Deps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/jwt-keys',
    summary: 'Register a public key, whose tokens are credentials',
    access: { scope: 'full' },
    body: jwtKeyRequestSchema,
    rules: ({ body }) => publicKeyRule(body),
    answers: { 201: jwtKeySchema },
    handle: async ({ project, body, by }) => {
      const { algorithm = 'RS256', scopes = everything, ...given } = body;
      const inserted = await jwtKeys.insert({ ...given, algorithm, scopes, projectId: project.id }, by);
      return created(answerOf(inserted));
    },
  });

/** Rule of the body: the key is one of the algorithm. What was given is not repeated: it may be a private key. */
function publicKeyRule(body: unknown): readonly IssueInput[] {
  const { algorithm: named = 'RS256', publicKeyPem } = isJsonObject(body) ? body : {};
  const algorithm = jwtAlgorithms.find((one) => one === named);
  if (algorithm === undefined || typeof publicKeyPem !== 'string' || publicKeyPem === '') return [];
  const detail = publicKeyFault(algorithm, publicKeyPem);
  return detail === undefined ? [] : [{ in: 'body', name: '/publicKeyPem', detail }];
}

export const patchJwtKey = ({ jwtKeys }: Deps) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/jwt-keys/:jwtKeyId',
    summary: 'Change a JWT key',
    access: { scope: 'full' },
    body: jwtKeyPatchSchema,
    rules: maskedMembersRule('jwtKey', jwtKeyPatchSchema.properties.updateMask.items.enum),
    answers: { 200: jwtKeySchema },
    handle: async ({ project, params: { jwtKeyId: id }, body, by }) => {
      const changes = maskedMembers(body.updateMask, body.jwtKey);
      const changed = await jwtKeys.change(project.id, id, changes, by);
      if (changed) return ok(answerOf(changed));
      throw jwtKeyNotFound(id);
    },
  });

export const deleteJwtKey = ({ jwtKeys }: Deps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/jwt-keys/:jwtKeyId',
    summary: 'Delete a JWT key',
    access: { scope: 'full' },
    answers: { 204: null },
    handle: async ({ project, params: { jwtKeyId }, by }) => {
      if (await jwtKeys.remove(project.id, jwtKeyId, by)) return noContent();
      throw jwtKeyNotFound(jwtKeyId);
    },
  });
