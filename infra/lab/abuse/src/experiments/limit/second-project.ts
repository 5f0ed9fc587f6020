import { createManagement } from '@writ/stack';
import type { Management } from '../../ground/start-management.ts';

/** Another project on the management host, with a key. */
export async function secondProject({ url, adminToken }: Management): Promise<{ name: string; key: string }> {
  const admin = createManagement(new URL(url).origin, adminToken);
  const name = 'quiet';
  await admin.call('POST', '/projects', { name, appName: name });
  const { key } = await admin.call<{ key: string }>('POST', `/projects/${name}/api-keys`, {
    label: name,
    scopes: ['full'],
  });
  return { name, key };
}
