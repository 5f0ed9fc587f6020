export { lookAtTarget, noIntegration } from './look-at-target.ts';
export { recordRules, writeRules } from './write-rules.ts';
