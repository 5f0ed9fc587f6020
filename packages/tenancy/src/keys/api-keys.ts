import type { Scope } from '@writ/contracts';
import { inOrderOfIds, isId, newId, type Database, type Prisma, type Span } from '@writ/db';
import { createApiKeyText, hashApiKey } from './api-key-text.ts';

/** What is known of a key; the key itself is not. */
export type ApiKey = Omit<Prisma.ApiKeyGetPayload<{ omit: typeof hidden }>, 'scopes'> & { scopes: Scope[] };

export type ApiKeyRepository = ReturnType<typeof apiKeys>;

const hidden = { hash: true } as const;

/** The API keys of projects (Contract §3). */
export const apiKeys = ({ prisma }: Pick<Database, 'prisma'>) => ({
  /** Makes a key. Its text is in this answer and nowhere else. */
  insert: async (given: {
    projectId: string;
    label: string;
    scopes: readonly Scope[];
  }): Promise<ApiKey & { key: string }> => {
    const key = createApiKeyText();
    const hash = Uint8Array.from(Buffer.from(hashApiKey(key), 'hex'));
    const data = { ...given, id: newId(), scopes: [...given.scopes], hash };
    return { ...toApiKey(await prisma.apiKey.create({ data, omit: hidden })), key };
  },
  /** Undefined when the project has no such key. */
  find: async (projectId: string, id: string): Promise<ApiKey | undefined> => {
    const row = isId(id) ? await prisma.apiKey.findFirst({ where: { projectId, id }, omit: hidden }) : null;
    return row ? toApiKey(row) : undefined;
  },
  list: async (filter: { projectId: string; active?: boolean }, span?: Span): Promise<ApiKey[]> => {
    const rows = await prisma.apiKey.findMany({ ...inOrderOfIds(filter, span), omit: hidden });
    return rows.map(toApiKey);
  },
  /** Undefined when the project has no such key. */
  change: async (
    projectId: string,
    id: string,
    {
      scopes,
      ...changes
    }: { label?: string; scopes?: readonly Scope[]; active?: boolean; expireTime?: Date | null },
  ): Promise<ApiKey | undefined> => {
    if (!isId(id)) return undefined;
    const [row] = await prisma.apiKey.updateManyAndReturn({
      where: { projectId, id },
      data: { ...changes, ...(scopes && { scopes: [...scopes] }), updateTime: new Date() },
      omit: hidden,
    });
    return row && toApiKey(row);
  },
  /** False when the project has no such key. */
  remove: async (projectId: string, id: string): Promise<boolean> =>
    isId(id) && (await prisma.apiKey.deleteMany({ where: { projectId, id } })).count === 1,
});

/** Scopes are checked where they come in. */
const toApiKey = (row: Omit<ApiKey, 'scopes'> & { scopes: string[] }): ApiKey => row as ApiKey;
