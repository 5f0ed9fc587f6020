import { readConfig } from './config.ts';
import { providerNames } from './provider-name.ts';
import { startSandboxCrm } from './start-sandbox-crm.ts';

const read = readConfig(process.env);
if (!read.ok) {
  for (const problem of read.problems) process.stderr.write(`${problem}\n`);
  process.exit(78);
}

const { publicUrl, ...address } = read.config;
const sandbox = await startSandboxCrm({
  ...address,
  ...(publicUrl !== undefined && { publicUrl }),
  log: (line) => void process.stderr.write(`${line}\n`),
});
const doors = providerNames.map((provider) => `${sandbox.url}/${provider}`);
process.stdout.write(`Sandbox CRMs: ${doors.join(' and ')}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
