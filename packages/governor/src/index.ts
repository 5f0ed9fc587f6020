export { openAccountLook, type AccountLook } from './account-look.ts';
export type { AccountView } from './core/account-view.ts';
export { openGovernor, type GovernedAccount, type Governor } from './governor.ts';
