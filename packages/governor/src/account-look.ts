import type { Closing, Logger } from '@writ/service-kit';
import { accountView, type AccountView } from './core/account-view.ts';
import { readState } from './core/account-state.ts';
import type { GovernedAccount } from './governor.ts';
import { providerRules, type QuotaVariables } from './provider-rules.ts';
import { redisValues } from './states/shared/redis-values.ts';

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
    const { nowMs, current } = await values.look(key);
    return accountView(readState(current.content), rulesOf(provider), nowMs);
  };
}
