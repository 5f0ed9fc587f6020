import { outgoingProxyOf, type Closing } from '@writ/service-kit';
import type { Dispatcher } from 'undici';
import type { DeliveryConfig } from '../config.ts';
import { createAddressRules, type AddressRules } from './address-rules.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import { guardedSockets, type OpenSocket } from './guarded-sockets.ts';

/** For addresses that customers choose. */
export type Outbound = { rules: AddressRules; agent: Dispatcher; openSocket: OpenSocket };

/** One for every address that the operator allows, and one for public ones only. */
export function openOutbound(
  config: Pick<
    DeliveryConfig,
    'DESTINATION_ALLOW_HTTP' | 'DESTINATION_ALLOW_CIDRS' | 'HTTPS_PROXY' | 'NO_PROXY'
  >,
  closing: Closing,
): { allowed: Outbound; publicOnly: Outbound } {
  const http = config.DESTINATION_ALLOW_HTTP;
  const to = (allowCidrs: readonly string[]): Outbound => {
    const rules = createAddressRules({ allowHttp: http === 'listed' ? http : http === 'true', allowCidrs });
    const agent = closing.add(createGuardedAgent(rules, { proxy: outgoingProxyOf(config) }), (open) =>
      open.destroy(),
    );
    return { rules, agent, openSocket: guardedSockets(rules) };
  };
  return { allowed: to(config.DESTINATION_ALLOW_CIDRS), publicOnly: to([]) };
}
