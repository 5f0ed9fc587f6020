import ipaddr from 'ipaddr.js';

/** Contract §6.2. */
export type AddressRules = {
  /** For every address, for those that the operator lists, or for none. */
  allowHttp: AllowHttp;
  refusal(address: string, protocol: string): string | undefined;
};

type AllowHttp = boolean | 'listed';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/** Addresses in ordinary ranges at which clouds serve credentials or control. */
const metadataAddresses = new Set(['168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', '100.100.100.200']);

/**
 * Refuses all but public unicast, unless the operator lists its range. Link-local and metadata addresses must be listed
 * exactly.
 *
 * @throws Error for an entry that is no range (see `isAddressRange`)
 */
export function createAddressRules(options: {
  allowHttp: AllowHttp;
  allowCidrs: readonly string[];
}): AddressRules {
  const allowed = options.allowCidrs.map(readRange);
  return {
    allowHttp: options.allowHttp,
    refusal: (text, protocol) => {
      if (!ipaddr.isValid(text)) return `${text} is not an address.`;
      const address = ipaddr.process(text);
      const kind = kindOf(address);
      const fits = allowed.some((range) => within(address, range, kind === 'guarded'));
      if (kind !== 'public' && !fits)
        return `${text} is not a public address. Operators allow others by DESTINATION_ALLOW_CIDRS.`;
      return protocol === 'http:' && options.allowHttp === 'listed' && !fits
        ? `${text} is sent to by https:// alone.`
        : undefined;
    },
  };
}

/** A socket may take any of them. */
export const firstRefusal = (rules: AddressRules, addresses: readonly string[], protocol: string) =>
  addresses.map((address) => rules.refusal(address, protocol)).find((reason) => reason !== undefined);

function readRange(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, fullLength(address)];
}

const fullLength = (address: Address): number => (address.kind() === 'ipv4' ? 32 : 128);

/** A `guarded` address is open only to an entry that names exactly it. */
function kindOf(address: Address): 'public' | 'guarded' | 'special' {
  const range = address.range();
  if (range === 'linkLocal' || metadataAddresses.has(address.toString())) return 'guarded';
  return range === 'unicast' && (address.kind() === 'ipv4' || isGlobal(address as ipaddr.IPv6))
    ? 'public'
    : 'special';
}

/** Only 2000::/3 is assigned; other addresses, such as IPv4-compatible ones, are not public. */
const isGlobal = (address: ipaddr.IPv6): boolean => address.match(ipaddr.IPv6.parse('2000::'), 3);

function within(address: Address, [base, length]: Range, exact: boolean): boolean {
  if (address.kind() !== base.kind()) return false;
  return (!exact || length === fullLength(base)) && address.match([base, length] as never);
}
