import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figuresOf, type Ceilings } from './ceilings.ts';
import { measureRepository } from './measure-repository.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const ceilings = JSON.parse(readFileSync(new URL('../ceilings.json', import.meta.url), 'utf8')) as Ceilings;
const figures = figuresOf(measureRepository(root), ceilings);

for (const { name, value, ceiling } of figures)
  process.stdout.write(`${name.padEnd(60)} ${String(value).padStart(7)} of ${ceiling}\n`);
for (const { name, value, ceiling, detail } of figures.filter((one) => one.value > one.ceiling)) {
  process.exitCode = 1;
  process.stderr.write(
    `${name} is ${value}; the ceiling is ${ceiling}. Make it smaller, or raise the ceiling in ` +
      `infra/lab/ceilings/ceilings.json and say why in the commit.${detail ? ` ${detail}` : ''}\n`,
  );
}
