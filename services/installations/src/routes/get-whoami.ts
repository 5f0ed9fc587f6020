import { whoamiSchema } from '@writ/contracts';
import { endpoint, holderIn, ok } from '@writ/http-kit';
import { told } from '../answers.ts';
import type { Deps } from '../deps.ts';

export const getWhoami = ({ apiKeys, jwtKeys }: Deps) =>
  endpoint({
    method: 'get',
    path: '/whoami',
    summary: 'Tell who calls',
    access: 'known',
    answers: { 200: whoamiSchema },
    docs: { tag: 'Projects' },
    handle: async ({ caller }) => {
      const holder = holderIn(caller);
      if (holder === undefined) return ok({ kind: caller.kind, scopes: ['full'] });
      const { kind, keyId, project, scopes, groupRef = null, expireTime = null } = holder;
      const key = await (kind === 'jwt' ? jwtKeys : apiKeys).find(project.id, keyId);
      const label = key?.label ?? null;
      return ok(told({ kind, keyId, label, project, scopes: [...scopes], groupRef, expireTime }));
    },
  });
