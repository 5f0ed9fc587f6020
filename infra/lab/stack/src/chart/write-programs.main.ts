import { writeFile } from 'node:fs/promises';
import { chartPrograms, programsFile } from './chart-programs.ts';

// Writes what the chart's templates read of the code; a test compares it.
await writeFile(programsFile, `${JSON.stringify(await chartPrograms(), null, 2)}\n`);
