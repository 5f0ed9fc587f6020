import { hiddenText, patterns, type JsonObject } from '@writ/contracts';
import type { AddressRules } from '../../outbound/address-rules.ts';
import type { MetadataFault, OpenDestination } from '../destination-kind.ts';
import { closed, text } from '../metadata-schema.ts';
import { addressFaults, urlFaults, urlOrigins } from '../urls.ts';

export type AwsAccess = {
  region: string;
  endpointUrl?: string;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
};

export const accessOf = ({ metadata }: OpenDestination): AwsAccess => metadata as AwsAccess;

const credential = { type: 'string', writeOnly: true, minLength: 1 } as const;

export const awsProperties = {
  region: {
    type: 'string',
    maxLength: 40,
    pattern: patterns.awsRegion,
    description: 'The region, as `eu-central-1`.',
  },
  endpointUrl: text(
    2048,
    "The address of a service that speaks as AWS does; otherwise AWS' own in the region.",
  ),
  credentials: {
    ...closed(['accessKeyId', 'secretAccessKey'], {
      accessKeyId: { ...credential, maxLength: 256 },
      secretAccessKey: { ...credential, maxLength: 1024 },
      sessionToken: { ...credential, maxLength: 8192 },
    }),
    description: `Who writes; no other credentials are ever used. Values are answered as \`${hiddenText}\`, which means the stored value when it is sent back.`,
  },
} as const;

/** Always set: otherwise the AWS client reads the environment. */
export const endpointOf = (
  service: 'kinesis' | 's3',
  { region, endpointUrl }: Pick<AwsAccess, 'region' | 'endpointUrl'>,
): string =>
  endpointUrl ?? `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

/** All hosts of AWS are one origin: credentials are valid in all regions. */
export const awsOrigins = ({ endpointUrl }: JsonObject): readonly string[] =>
  endpointUrl === undefined ? ['https://amazonaws.com'] : urlOrigins(endpointUrl);

export function checkAwsAddress(
  service: 'kinesis' | 's3',
  metadata: JsonObject,
  rules: AddressRules,
): Promise<readonly MetadataFault[]> {
  const access = metadata as AwsAccess;
  const { endpointUrl, region } = access;
  const at =
    endpointUrl === undefined
      ? { pointer: '/region', value: region }
      : { pointer: '/endpointUrl', value: endpointUrl };
  return addressFaults(at, endpointOf(service, access), rules);
}

export const endpointRules = ({ endpointUrl }: JsonObject): readonly MetadataFault[] => [
  ...urlFaults('/endpointUrl', endpointUrl),
  ...(typeof endpointUrl === 'string' && /[?#]/.test(endpointUrl)
    ? [{ pointer: '/endpointUrl', detail: 'Must hold no query and no fragment.' }]
    : []),
];
