import { chaosProgram } from './chaos-program.ts';

process.exitCode = await chaosProgram(process.env).obey(process.argv.slice(2));
