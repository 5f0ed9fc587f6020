import { generateKeyPairSync } from 'node:crypto';
import type { StackProject } from '@writ/stack';
import { SignJWT } from 'jose';
import type { LoadTask } from '../load/load-task.ts';

export async function withToken<Task extends Pick<LoadTask, 'headers'>>(
  { name, management }: StackProject,
  task: Task,
): Promise<Task> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kid } = await management.call<{ kid: string }>('POST', `/projects/${name}/jwt-keys`, {
    label: 'bench',
    algorithm: 'EdDSA',
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  });
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setAudience(name)
    .setIssuedAt()
    .setExpirationTime('10 min')
    .sign(privateKey);
  const { 'x-api-key': _key, ...headers } = task.headers;
  return { ...task, headers: { ...headers, authorization: `Bearer ${token}` } };
}
