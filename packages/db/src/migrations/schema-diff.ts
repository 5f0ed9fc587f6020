import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine, type DiffTarget } from '@prisma/schema-engine-wasm';

/** Reads every schema file of the folder into one text, in the order of their names. */
export async function readSchema(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.prisma')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.join('\n');
}

/**
 * The SQL that turns a database of the schema `from` into one of the schema `to`; empty when they agree.
 * Runs Prisma's schema engine as WebAssembly, so it needs neither a database nor a download.
 */
export async function diffSchemas(from: string | undefined, to: string): Promise<string> {
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, noDatabase());
  try {
    const { stdout } = await engine.diff({
      from: from === undefined ? { tag: 'empty' } : datamodel(from),
      to: datamodel(to),
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    const script = stdout ?? '';
    return script.includes('This is an empty migration') ? '' : script;
  } finally {
    engine.free();
  }
}

const datamodel = (content: string): DiffTarget => ({
  tag: 'schemaDatamodel',
  files: [{ path: 'schema.prisma', content }],
});

/** The engine wants a database to be there; a difference of two schemas never asks it anything that matters. */
function noDatabase(): ReturnType<typeof bindMigrationAwareSqlAdapterFactory> {
  const nothing: SqlResultSet = { columnNames: [], columnTypes: [], rows: [] };
  const adapter: SqlDriverAdapter = {
    provider: 'postgres',
    adapterName: 'none',
    queryRaw: () => Promise.resolve(nothing),
    executeRaw: () => Promise.resolve(0),
    executeScript: () => Promise.resolve(),
    startTransaction: () => Promise.reject(new Error('a schema difference runs no transaction')),
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
    dispose: () => Promise.resolve(),
  };
  const connect = (): Promise<SqlDriverAdapter> => Promise.resolve(adapter);
  return bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: 'none',
    connect,
    connectToShadowDb: connect,
  });
}
