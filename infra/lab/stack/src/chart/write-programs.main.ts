import { writeFile } from 'node:fs/promises';
import { chartPrograms, programsFile } from './chart-programs.ts';

// For the chart's templates; a test compares the file.
await writeFile(programsFile, `${JSON.stringify(await chartPrograms(), null, 2)}\n`);
