import type { ManifestIntegration, ManifestObject } from '@writ/installation';

/** Read sections may have another name for an object. */
export function mappedNameOf(object: ManifestObject): string | undefined {
  const { mapToName } = object as { mapToName?: unknown };
  return typeof mapToName === 'string' && mapToName !== '' ? mapToName : undefined;
}

/** By name or mapped name, and whether the manifest declares it. Any name is an object's. */
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
