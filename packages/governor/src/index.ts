export { openGovernor, type GovernedAccount, type Governor } from './governor.ts';
