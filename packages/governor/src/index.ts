export { openAccountLook, type AccountLook } from './account-look.ts';
export type { AccountView } from './core/account-view.ts';
export type { GovernedAccount, QuotaPercentOf } from './account-rules.ts';
export { openGovernor, type Governor } from './governor.ts';
