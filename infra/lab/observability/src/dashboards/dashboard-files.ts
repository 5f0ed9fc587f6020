import { join } from 'node:path';
import { observabilityFolder } from '../rules.ts';
import { toGrafana } from './dashboard.ts';
import { dashboards } from './dashboards.ts';

export const dashboardFiles = dashboards.map((dashboard) => ({
  path: join(observabilityFolder, 'dashboards', `${dashboard.name}.json`),
  text: toGrafana(dashboard),
}));
