import { dashboards } from './dashboards/dashboards.ts';
import { readRules } from './rules.ts';

/** Of rules and dashboards, with Grafana's interval filled in. */
export async function allExpressions(): Promise<string[]> {
  const ofRules = (await readRules()).map(({ expr }) => expr);
  const ofDashboards = dashboards.flatMap(({ rows }) =>
    rows.flatMap(([, ...panels]) =>
      panels.flatMap(({ queries }) => queries.map(([expression]) => expression)),
    ),
  );
  return [...ofRules, ...ofDashboards.map((expression) => expression.replaceAll('$__rate_interval', '5m'))];
}
