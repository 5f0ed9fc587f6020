import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productVersion } from '@writ/service-kit';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { imagesOf, type Compose } from './images.ts';

/** Prints the matrix of images; the argument is the prefix of their names. */
const [prefix = 'writ'] = process.argv.slice(2);
const file = join(import.meta.dirname, '../../../../../docker-compose.yml');
const schema = CORE_SCHEMA.withTags(mergeTag);
const compose = load(await readFile(file, 'utf8'), { schema }) as Compose;
process.stdout.write(`${JSON.stringify({ include: imagesOf(compose, prefix, productVersion) })}\n`);
