import type { Closing, Logger } from '@writ/service-kit';
import { accountView, type AccountView } from './core/account-view.ts';
import type { GovernedAccount } from './governor.ts';
import { providerRules, type QuotaVariables } from './provider-rules.ts';
import { redisValues } from './states/shared/redis-values.ts';
import { lookAt } from './states/shared/shared-states.ts';

/**
 * Reads an account's shared state.
 *
 * @throws when Redis does not answer within about a second
 */
export type AccountLook = (account: GovernedAccount) => Promise<AccountView>;

/** For processes that call no provider. */
export function openAccountLook(
  { config, logger }: { config: QuotaVariables & { REDIS_URL: string }; logger: Logger },
  closing: Closing,
): AccountLook {
  const values = closing.add(redisValues({ redisUrl: config.REDIS_URL, logger }), (opened) => opened.close());
  const rulesOf = providerRules(config);
  return async ({ key, provider }) => {
    const { nowMs, state } = await lookAt(values, key);
    return accountView(state, rulesOf(provider), nowMs);
  };
}
