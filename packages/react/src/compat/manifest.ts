import type { FieldMetadata, ManifestObject, Revision } from '@writ/headless';
import { useManifest as useOurManifest } from '../use-manifest.ts';

type Field = Readonly<Record<string, unknown>>;
type Include = 'raw' | 'no-mappings' | 'mappings';

export type CompatManifest = {
  data: Revision | undefined;
  getReadObjects: () => ManifestObject[];
  getReadObject: (objectName: string) => {
    object: ManifestObject | null;
    getRequiredFields: (include?: Include) => Field[] | null;
    getOptionalFields: (include?: Include) => Field[] | null;
    getRequiredMapFields: () => Field[] | null;
    getOptionalMapFields: () => Field[] | null;
  };
  getWriteObject: (objectName: string) => { object: ManifestObject | null };
  getCustomerFieldsForObject: (objectName: string) => {
    allFields: Record<string, FieldMetadata> | null;
    getField: (field: string) => FieldMetadata | null;
  };
  isLoading: boolean;
  isPending: boolean;
  isFetching: boolean;
  isError: boolean;
  isSuccess: boolean;
  error: Error | null;
};

export function useManifest(): CompatManifest {
  const { revision, readObjects, writeObjects, isPending, error } = useOurManifest();
  const find = (objects: readonly ManifestObject[], name: string) =>
    objects.find(({ objectName }) => objectName === name) ?? null;
  return {
    data: revision,
    getReadObjects: () => [...readObjects],
    getReadObject: (objectName) => {
      const object = find(readObjects, objectName);
      const fields = (member: 'requiredFields' | 'optionalFields', include: Include = 'raw') =>
        object &&
        (object[member] ?? []).filter(
          (field) => include === 'raw' || isMapping(field) === (include === 'mappings'),
        );
      return {
        object,
        getRequiredFields: (include) => fields('requiredFields', include),
        getOptionalFields: (include) => fields('optionalFields', include),
        getRequiredMapFields: () => fields('requiredFields', 'mappings'),
        getOptionalMapFields: () => fields('optionalFields', 'mappings'),
      };
    },
    getWriteObject: (objectName) => ({ object: find(writeObjects, objectName) }),
    getCustomerFieldsForObject: (objectName) => {
      const allFields = find([...readObjects, ...writeObjects], objectName)?.allFieldsMetadata ?? null;
      return { allFields, getField: (field) => allFields?.[field] ?? null };
    },
    isLoading: isPending,
    isPending,
    isFetching: isPending,
    isError: error !== undefined,
    isSuccess: !isPending && !error,
    error: error ?? null,
  };
}

/** The customer chooses a field for its name. */
const isMapping = (field: Field): boolean => 'mapToName' in field;
