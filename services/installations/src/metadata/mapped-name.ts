import type { ManifestIntegration, ManifestObject } from '@writ/installation';

/** What the manifest calls an object besides its name; sections of reads may. */
export function mappedNameOf(object: ManifestObject): string | undefined {
  const { mapToName } = object as { mapToName?: unknown };
  return typeof mapToName === 'string' && mapToName !== '' ? mapToName : undefined;
}

/**
 * The object that is meant by its name or by what the manifest calls it, that, and whether the manifest names it; any object
 * has a name.
 */
export function meantObject(
  { read, write, subscribe }: ManifestIntegration,
  name: string,
): { objectName: string; mappedName: string | undefined; isDeclared: boolean } {
  const objects = [read, write, subscribe].flatMap((section) => section?.objects ?? []);
  const meant =
    objects.find((object) => object.objectName === name && mappedNameOf(object) !== undefined) ??
    objects.find((object) => mappedNameOf(object) === name);
  const isDeclared = meant !== undefined || objects.some((object) => object.objectName === name);
  return { objectName: meant?.objectName ?? name, mappedName: meant && mappedNameOf(meant), isDeclared };
}
