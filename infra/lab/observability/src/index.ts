export { allExpressions } from './expressions.ts';
export { fasterRules } from './faster-rules.ts';
export { missingOn, readMetricsPage } from './metrics-page.ts';
export { readRules, type AlertRule } from './rules.ts';
export { startPrometheus, type LocalPrometheus } from './start-prometheus.ts';
