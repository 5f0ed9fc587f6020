import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine, type DiffTarget } from '@prisma/schema-engine-wasm';

/** In the order of the files' names. */
export async function readSchema(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.prisma')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.join('\n');
}

/**
 * The SQL from one schema to the other; empty if equal. Prisma's engine runs as WebAssembly, without a
 * database.
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

/** The engine requires a database, but does not use it for the difference of two schemas. */
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
