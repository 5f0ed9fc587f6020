export type { GovernedAccount, Governor } from './governor.ts';
export { openGovernor } from './open-governor.ts';
