import { hiddenText, patterns, type JsonObject } from '@writ/contracts';
import type { AddressRules } from '../../outbound/address-rules.ts';
import { checkUrl } from '../../outbound/check-url.ts';
import type { MetadataFault, OpenDestination } from '../destination-kind.ts';
import { urlFaults } from '../url-faults.ts';
import { urlOrigins } from '../url-origins.ts';

/** Where and as whom to call a service of AWS, or one that speaks as it does. */
export type AwsAccess = {
  region: string;
  endpointUrl?: string;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
};

/** What of a destination tells where and as whom it is called. */
export const accessOf = ({ metadata }: OpenDestination): AwsAccess => metadata as AwsAccess;

const credential = { type: 'string', writeOnly: true, minLength: 1 } as const;

/** The members of `metadata` that every kind has which is a service of AWS. */
export const awsProperties = {
  region: {
    type: 'string',
    maxLength: 40,
    pattern: patterns.awsRegion,
    description: 'The region, as `eu-central-1`.',
  },
  endpointUrl: {
    type: 'string',
    minLength: 1,
    maxLength: 2048,
    description: "The address of a service that speaks as AWS does; otherwise AWS' own in the region.",
  },
  credentials: {
    type: 'object',
    writeOnly: true,
    additionalProperties: false,
    required: ['accessKeyId', 'secretAccessKey'],
    properties: {
      accessKeyId: { ...credential, maxLength: 256 },
      secretAccessKey: { ...credential, maxLength: 1024 },
      sessionToken: { ...credential, maxLength: 8192 },
    },
    description: `Who writes; no other credentials are ever used. Values are answered as \`${hiddenText}\`, which means the stored value when it is sent back.`,
  },
} as const;

/** Where the service is called: never told by the environment, which the client of AWS would ask. */
export const endpointOf = (
  service: 'kinesis' | 's3',
  { region, endpointUrl }: Pick<AwsAccess, 'region' | 'endpointUrl'>,
): string =>
  endpointUrl ?? `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

/** Hosts of AWS are one origin: each region is called by a name of its own, and credentials are those of all regions. */
export const awsOrigins = ({ endpointUrl }: JsonObject): readonly string[] =>
  endpointUrl === undefined ? ['https://amazonaws.com'] : urlOrigins(endpointUrl);

/** Whether the address of the service may be called. */
export async function checkAwsAddress(
  service: 'kinesis' | 's3',
  metadata: JsonObject,
  rules: AddressRules,
): Promise<readonly MetadataFault[]> {
  const { endpointUrl, region } = metadata as { region: string; endpointUrl?: string };
  const detail = await checkUrl(endpointOf(service, metadata as AwsAccess), rules);
  if (detail === undefined) return [];
  if (endpointUrl === undefined) return [{ pointer: '/region', detail, value: region }];
  return [{ pointer: '/endpointUrl', detail, value: endpointUrl }];
}

/** What the schema cannot say of the address. */
export const endpointRules = ({ endpointUrl }: JsonObject): readonly MetadataFault[] => [
  ...urlFaults('/endpointUrl', endpointUrl),
  ...(typeof endpointUrl === 'string' && /[?#]/.test(endpointUrl)
    ? [{ pointer: '/endpointUrl', detail: 'Must hold no query and no fragment.' }]
    : []),
];
