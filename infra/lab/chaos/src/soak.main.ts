import { chaosProgram } from './chaos-program.ts';
import { soakArguments } from './soak-arguments.ts';

process.exitCode = await chaosProgram(process.env).obey(soakArguments(process.argv.slice(2)));
