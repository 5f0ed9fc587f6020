/** What a credential may do (Contract §3). Nothing is allowed that is not listed. */
export const scopes = [
  'full',
  'write:records',
  'operations:read',
  'operations:manage',
  'installations:read',
  'installations:manage',
  'notifications:read',
  'notifications:manage',
  'events:publish',
  'frontend',
] as const;

export type Scope = (typeof scopes)[number];
