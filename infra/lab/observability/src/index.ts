export { fasterRules } from './faster-rules.ts';
export { readRules, type AlertRule } from './rules.ts';
export { startPrometheus, type LocalPrometheus } from './start-prometheus.ts';
