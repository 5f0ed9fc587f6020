import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dashboardFiles } from './dashboard-files.ts';

for (const { path, text } of dashboardFiles) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
