import {
  jwtAlgorithms,
  jwtKeyListSchema,
  jwtKeyPatchSchema,
  jwtKeyRequestSchema,
  jwtKeySchema,
} from '@writ/contracts';
import type { Endpoint } from '@writ/http';
import type { IssueInput } from '@writ/problems';
import { resource, toldBy } from '@writ/service-parts';
import { publicKeyFault, type JwtKey } from '@writ/tenancy';
import type { Deps } from '../../deps.ts';
import { maskedMembers, maskRule } from '../../masked-members.ts';

const everything = ['full'] as const;

/** `full`: a key must not register a key that may do more. */
export function jwtKeyEndpoints({ jwtKeys }: Deps): readonly Endpoint[] {
  const keys = resource({
    path: '/projects/:projectIdOrName/jwt-keys',
    id: 'jwtKeyId',
    missing: 'The project has no JWT key with this id.',
    scopes: { read: 'full', manage: 'full' },
    schema: jwtKeySchema,
    answer: (key: JwtKey) => toldBy(jwtKeySchema, { ...key, kid: key.id }),
  });
  return [
    keys.list({
      summary: 'List the JWT keys of a project',
      schema: jwtKeyListSchema,
      read: ({ project }, span) => jwtKeys.list({ projectId: project.id }, span),
    }),
    keys.create({
      summary: 'Register a public key for JSON Web Tokens',
      body: jwtKeyRequestSchema,
      rules: ({ body }) => publicKeyRule(body),
      insert: ({ project, body: { algorithm = 'RS256', scopes = everything, ...given }, by }) =>
        jwtKeys.insert({ ...given, algorithm, scopes, projectId: project.id }, by),
    }),
    keys.get({
      summary: 'Get a JWT key',
      find: ({ project, params }) => jwtKeys.find(project.id, params.jwtKeyId),
    }),
    keys.patch({
      summary: 'Change a JWT key',
      body: jwtKeyPatchSchema,
      rules: maskRule(jwtKeyPatchSchema, 'jwtKey'),
      change: ({ project, params, body: { updateMask, jwtKey }, by }) =>
        jwtKeys.change(project.id, params.jwtKeyId, maskedMembers(updateMask, jwtKey), by),
    }),
    keys.remove({
      summary: 'Delete a JWT key',
      remove: ({ project, params, by }) => jwtKeys.remove(project.id, params.jwtKeyId, by),
    }),
  ];
}

/** Never repeat the key: it may be private. */
function publicKeyRule({
  algorithm: named = 'RS256',
  publicKeyPem = '',
}: {
  algorithm?: string | undefined;
  publicKeyPem?: string | undefined;
}): readonly IssueInput[] {
  const algorithm = jwtAlgorithms.find((one) => one === named);
  const detail = algorithm && publicKeyPem && publicKeyFault(algorithm, publicKeyPem);
  return detail ? [{ in: 'body', name: '/publicKeyPem', detail }] : [];
}
