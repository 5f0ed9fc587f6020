import { runTool } from '../run-tool.ts';
import type { SystemUser } from './postgres-user.ts';

/** Self-signed, for the name `localhost`, not its address. */
export async function makeCertificate(file: string, keyFile: string, user?: SystemUser): Promise<void> {
  await runTool(
    'openssl',
    [
      'req',
      '-x509',
      '-days',
      '3650',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
    ].concat([
      ...['-keyout', keyFile, '-out', file],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ]),
    'There is no program `openssl`: install it.',
    user,
  );
}
