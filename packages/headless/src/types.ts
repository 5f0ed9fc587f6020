/** Answers of the management host, as far as pages use them; the rest is in its OpenAPI document. */

/** `name` is a JSON Pointer into the body, a header or a parameter. */
export type Issue = Omit<Partial<Problem>, 'issues'> & {
  in: 'body' | 'header' | 'path' | 'query';
  name: string;
  detail: string;
  value?: unknown;
};

/** A refusal (RFC 9457). */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  time: string;
  requestId: string;
  retryable: boolean;
  href?: string;
  subsystem?: string;
  causes?: string[];
  remedy?: string;
  supportEmail?: string;
  supportPhone?: string;
  supportUrl?: string;
  retryAfter?: string;
  context?: Record<string, unknown>;
  issues?: Issue[];
};

/** Written if the field is missing from a write. Exactly one member. */
export type FieldDefault =
  | { stringValue: string; integerValue?: never; booleanValue?: never }
  | { integerValue: number; stringValue?: never; booleanValue?: never }
  | { booleanValue: boolean; stringValue?: never; integerValue?: never };

/** Default: `always`, without a default value. */
export type FieldSettings = {
  writeOnCreate?: 'always' | 'never';
  writeOnUpdate?: 'always' | 'never' | 'ifEmpty';
  default?: FieldDefault;
};

export type WriteObject = {
  objectName?: string;
  inheritMapping?: boolean;
  deletionSettings?: { enabled?: boolean };
  selectedFieldSettings?: Record<string, FieldSettings>;
  [member: string]: unknown;
};

/** From your field names to the customer's; writes can inherit them. */
export type ReadObject = {
  objectName?: string;
  destination?: string;
  selectedFieldMappings?: Record<string, string>;
  [member: string]: unknown;
};

type Section<Entry> = { objects?: Record<string, Entry>; [member: string]: unknown };

/** A customer's choices. Unknown members are kept. */
export type ConfigContent = {
  provider?: string;
  write?: Section<WriteObject>;
  read?: Section<ReadObject>;
  [member: string]: unknown;
};

export type InstallationConfig = {
  id: string;
  revisionId: string;
  createTime: string;
  createdBy: string;
  content: ConfigContent;
};

export type Group = { groupRef: string; groupName: string; projectId: string; createTime: string };

export type Connection = {
  id: string;
  provider: string;
  group: Group;
  account: string;
  authScheme: string;
  status: 'working' | 'unverified' | 'bad_credentials';
  /** Why the CRM rejects the builder's app. The customer does not have to reconnect. */
  renewalError?: string;
  createTime: string;
  updateTime?: string;
  [member: string]: unknown;
};

export type Installation = {
  id: string;
  projectId: string;
  integrationId: string;
  group: Group;
  healthStatus: 'healthy' | 'unhealthy';
  connection: Connection;
  createTime: string;
  createdBy: string;
  updateTime?: string;
  config: InstallationConfig;
  /** After a save: unknown members with names close to known ones. */
  warnings?: string[];
  [member: string]: unknown;
};

export type FieldMetadata = {
  fieldName: string;
  displayName: string;
  valueType: string;
  fieldType: string;
  providerType: string;
  readOnly: boolean;
  isUnique: boolean;
  isCustom: boolean;
  isRequired?: boolean;
  referenceTo?: string[];
  values?: { value: string; displayValue: string }[];
};

/** An object of the manifest; `hydrate()` adds the CRM's fields. */
export type ManifestObject = {
  objectName: string;
  displayName?: string;
  mappedName?: string;
  requiredFields?: Record<string, unknown>[];
  optionalFields?: Record<string, unknown>[];
  allFields?: FieldMetadata[];
  allFieldsMetadata?: Record<string, FieldMetadata>;
  /** Why the CRM's fields are missing. */
  error?: string;
  [member: string]: unknown;
};

type ManifestSection = { objects?: ManifestObject[]; [member: string]: unknown };

export type Revision = {
  id: string;
  specVersion: string;
  createTime: string;
  content: {
    read?: ManifestSection;
    write?: ManifestSection;
    subscribe?: ManifestSection;
    [member: string]: unknown;
  };
};

export type Integration = {
  id: string;
  projectId: string;
  name: string;
  displayName?: string;
  provider: string;
  latestRevision: Revision;
  createTime: string;
  updateTime?: string;
};
