const versionNumber = (segment: string): number => Number(/^v(\d{2,3})\.0$/.exec(segment)?.[1]);

/** Any `vNN.0` from 31 on. */
export const isVersion = (segment: string): boolean => versionNumber(segment) >= 31;

/** From 46.0 on an upsert answers `created`, and there are upserts of collections. */
export const saysCreated = (segment: string): boolean => versionNumber(segment) >= 46;
