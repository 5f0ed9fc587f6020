import ipaddr from 'ipaddr.js';

/** Which addresses may be sent to (Contract §6.2; Quality, Outbound addresses). */
export type AddressRules = {
  /** Whether `http` is allowed besides `https`: to every address, to those that the operator lists, or to none. */
  allowHttp: AllowHttp;
  /** Why an IP address (without brackets) is refused; undefined when it may be sent to by this protocol. */
  refusal(address: string, protocol: string): string | undefined;
};

type AllowHttp = boolean | 'listed';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/** Addresses that clouds serve credentials or control at, though they lie in ordinary ranges. */
const metadataAddresses = new Set(['168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', '100.100.100.200']);

/**
 * Everything but public unicast is refused, unless the operator lists its range. Link-local and metadata addresses must
 * be listed by themselves: a range that happens to hold them does not open them.
 *
 * @param allowCidrs ranges or single addresses. @throws Error for one that is neither (see `isAddressRange`).
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

/** One forbidden address is enough: which of them a socket would take cannot be known. */
export const firstRefusal = (rules: AddressRules, addresses: readonly string[], protocol: string) =>
  addresses.map((address) => rules.refusal(address, protocol)).find((reason) => reason !== undefined);

function readRange(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, fullLength(address)];
}

const fullLength = (address: Address): number => (address.kind() === 'ipv4' ? 32 : 128);

/** `guarded` ones open only to an entry that names exactly them. */
function kindOf(address: Address): 'public' | 'guarded' | 'special' {
  const range = address.range();
  if (range === 'linkLocal' || metadataAddresses.has(address.toString())) return 'guarded';
  return range === 'unicast' && (address.kind() === 'ipv4' || isGlobal(address as ipaddr.IPv6))
    ? 'public'
    : 'special';
}

/** IPv6 gives out 2000::/3 alone; what lies outside (IPv4-compatible addresses, say) is nothing public. */
const isGlobal = (address: ipaddr.IPv6): boolean => address.match(ipaddr.IPv6.parse('2000::'), 3);

function within(address: Address, [base, length]: Range, exact: boolean): boolean {
  if (address.kind() !== base.kind()) return false;
  return (!exact || length === fullLength(base)) && address.match([base, length] as never);
}
