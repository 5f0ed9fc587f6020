import type { Closing, Logger } from '@writ/service-kit';
import {
  accountRules,
  type GovernedAccount,
  type QuotaPercentOf,
  type QuotaVariables,
} from './account-rules.ts';
import { accountView, type AccountView } from './core/account-view.ts';
import { redisValues } from './states/shared/redis-values.ts';
import { lookAt } from './states/shared/shared-states.ts';

/**
 * Reads an account's shared state.
 * @throws if Redis does not answer within about a second
 */
export type AccountLook = (account: GovernedAccount) => Promise<AccountView>;

/** For processes that call no provider. */
export function openAccountLook(
  options: {
    config: QuotaVariables & { REDIS_URL: string };
    quotaPercentOf: QuotaPercentOf;
    logger: Logger;
  },
  closing: Closing,
): AccountLook {
  const { config, logger } = options;
  const values = closing.add(redisValues({ redisUrl: config.REDIS_URL, logger }), (opened) => opened.close());
  const rulesOf = accountRules(config, options.quotaPercentOf);
  return async (governed) => {
    const { nowMs, state } = await lookAt(values, governed.key);
    return accountView(state, rulesOf(governed), nowMs);
  };
}
