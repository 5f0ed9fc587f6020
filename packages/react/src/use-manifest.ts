import type { FieldMetadata, ManifestObject, Revision, WritInstallation } from '@writ/headless';
import { useEffect, useState } from 'react';
import { useWritInstallation } from './providers.ts';

/** All components of a page share one read of the CRM. */
const asked = new WeakMap<WritInstallation, { key: string; answer: Promise<Revision> }>();

export type ManifestState = {
  /** With the CRM's fields, once read. */
  revision: Revision | undefined;
  writeObjects: readonly ManifestObject[];
  readObjects: readonly ManifestObject[];
  /** Fields of an object; empty until read. */
  fieldsOf: (objectName: string) => readonly FieldMetadata[];
  isPending: boolean;
  error: Error | undefined;
};

/** The integration's objects, with the CRM's fields if there is a connection. */
export function useManifest(): ManifestState {
  const { handle, snapshot } = useWritInstallation();
  const { integration, connection, hydrated } = snapshot;
  const [error, setError] = useState<Error>();
  const key = integration && [integration.latestRevision.id, connection?.id].join();
  useEffect(() => {
    if (key === undefined) return undefined;
    let isShown = true;
    const known = asked.get(handle);
    const answer = known?.key === key ? known.answer : handle.hydrate();
    asked.set(handle, { key, answer });
    setError(undefined);
    answer.catch((cause: unknown) => {
      asked.delete(handle);
      if (isShown) setError(cause as Error);
    });
    return () => {
      isShown = false;
    };
  }, [handle, key]);
  const revision = hydrated ?? integration?.latestRevision;
  const writeObjects = revision?.content.write?.objects ?? [];
  const readObjects = revision?.content.read?.objects ?? [];
  const fieldsOf = (objectName: string): readonly FieldMetadata[] =>
    [...writeObjects, ...readObjects].find((object) => object.objectName === objectName)?.allFields ?? [];
  const failed = error ?? (integration ? undefined : snapshot.error);
  return { revision, writeObjects, readObjects, fieldsOf, isPending: !hydrated && !failed, error: failed };
}
