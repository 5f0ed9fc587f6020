import type { Scope } from '@writ/contracts';
import { isId, newId, type Database } from '@writ/db';
import { createApiKeyText, hashApiKey } from './api-key-text.ts';

/** What is known of a key; the key itself is not. */
export type ApiKey = {
  id: string;
  projectId: string;
  label: string;
  scopes: Scope[];
  active: boolean;
  createTime: Date;
  updateTime: Date | null;
};

export type ApiKeyChanges = { label?: string; scopes?: readonly Scope[]; active?: boolean };

/** The API keys of projects (Contract §3). */
export type ApiKeyRepository = {
  /** Makes a key. Its text is in this answer and nowhere else. */
  insert(key: {
    projectId: string;
    label: string;
    scopes: readonly Scope[];
  }): Promise<ApiKey & { key: string }>;
  list(projectId: string): Promise<ApiKey[]>;
  /** Undefined when the project has no such key. */
  change(projectId: string, id: string, changes: ApiKeyChanges): Promise<ApiKey | undefined>;
  /** False when the project has no such key. */
  remove(projectId: string, id: string): Promise<boolean>;
};

const hidden = { hash: true } as const;

export function apiKeys({ prisma }: Pick<Database, 'prisma'>): ApiKeyRepository {
  return {
    insert: async ({ projectId, label, scopes }) => {
      const key = createApiKeyText();
      const data = {
        id: newId(),
        projectId,
        label,
        scopes: [...scopes],
        hash: Uint8Array.from(Buffer.from(hashApiKey(key), 'hex')),
      };
      return { ...toApiKey(await prisma.apiKey.create({ data, omit: hidden })), key };
    },
    list: async (projectId) => {
      const rows = await prisma.apiKey.findMany({
        where: { projectId },
        orderBy: { id: 'asc' },
        omit: hidden,
      });
      return rows.map(toApiKey);
    },
    change: async (projectId, id, { scopes, ...changes }) => {
      if (!isId(id)) return undefined;
      const [row] = await prisma.apiKey.updateManyAndReturn({
        where: { projectId, id },
        data: { ...changes, ...(scopes && { scopes: [...scopes] }), updateTime: new Date() },
        omit: hidden,
      });
      return row && toApiKey(row);
    },
    remove: async (projectId, id) =>
      isId(id) && (await prisma.apiKey.deleteMany({ where: { projectId, id } })).count === 1,
  };
}

/** Scopes are checked where they come in. */
const toApiKey = (row: Omit<ApiKey, 'scopes'> & { scopes: string[] }): ApiKey => row as ApiKey;
