import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchOnce } from '../fetch-once.ts';
import { runTool } from '../run-tool.ts';

/** For SASL, by PLAIN and SCRAM. */
export const kafkaUser = { username: 'writ', password: 'password-of-writ' } as const;

const mechanisms = ['SCRAM-SHA-256', 'SCRAM-SHA-512'];
const storePassword = 'changeit';

/** Options of the storage tool. */
export const scramUserOptions = mechanisms.flatMap((mechanism) => [
  '--add-scram',
  `${mechanism}=[name=${kafkaUser.username},password=${kafkaUser.password}]`,
]);

/** A key with a self-signed certificate of 127.0.0.1. `ca`: the certificate (PEM). */
export async function brokerCertificate(cacheDir: string): Promise<{ keyStore: string; ca: string }> {
  const folder = await fetchOnce(join(cacheDir, 'kafka-certificate'), async (draft) => {
    const store = ['-keystore', join(draft, 'store.p12'), '-storepass', storePassword, '-alias', 'broker'];
    const subject = ['-dname', 'CN=broker', '-ext', 'san=ip:127.0.0.1'];
    await keytool('-genkeypair', ...store, '-keyalg', 'EC', '-validity', '3650', ...subject);
    await keytool('-exportcert', ...store, '-rfc', '-file', join(draft, 'ca.pem'));
  });
  return { keyStore: join(folder, 'store.p12'), ca: await readFile(join(folder, 'ca.pem'), 'utf8') };
}

const keytool = (...args: string[]) =>
  runTool('keytool', args, 'No keytool is here, which comes with Java: install a Java runtime.');

/** Of a listener with TLS and SASL. */
export function securedProperties(keyStore: string): Record<string, string | number> {
  const jaas = 'org.apache.kafka.common.security';
  const { username, password } = kafkaUser;
  return {
    'ssl.keystore.type': 'PKCS12',
    'ssl.keystore.location': keyStore,
    'ssl.keystore.password': storePassword,
    'sasl.enabled.mechanisms': ['PLAIN', ...mechanisms].join(','),
    'listener.name.secured.plain.sasl.jaas.config': `${jaas}.plain.PlainLoginModule required user_${username}="${password}";`,
    ...Object.fromEntries(
      mechanisms.map((mechanism) => [
        `listener.name.secured.${mechanism.toLowerCase()}.sasl.jaas.config`,
        `${jaas}.scram.ScramLoginModule required;`,
      ]),
    ),
  };
}
