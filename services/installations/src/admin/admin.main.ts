import { letReadersLeave } from '@writ/service-kit';
import { runAdmin } from './run-admin.ts';

letReadersLeave();
process.exitCode = await runAdmin(process.argv.slice(2), process.env, {
  tell: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
