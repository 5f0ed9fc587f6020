import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Variables } from '@writ/service-kit';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { checkout, programs, serviceNames, type ServiceName } from '../programs.ts';

export const chartFolder = join(checkout, 'infra/helm/writ');
export const programsFile = join(chartFolder, 'files/programs.json');

export type ChartProgram = {
  port?: number;
  portVariable?: string;
  /** For operators, without secrets. */
  variables: readonly string[];
  secrets: readonly string[];
};

/** By program, as the templates read them. */
export async function chartPrograms(): Promise<Record<string, ChartProgram>> {
  const { services } = load(await readFile(join(checkout, 'docker-compose.yml'), 'utf8'), {
    schema: CORE_SCHEMA.withTags(mergeTag),
  }) as { services: Record<string, { environment: Record<string, unknown> }> };
  const ofServices = await Promise.all(
    serviceNames.map(async (name) => [name, await chartService(name)] as const),
  );
  const secrets = new Set(ofServices.flatMap(([, program]) => program.secrets)).add('DATABASE_DIRECT_URL');
  const ofContainer = (name: string): ChartProgram => {
    const names = Object.keys(services[name]?.environment ?? {}).filter((variable) => !isOfImage(variable));
    return {
      variables: names.filter((variable) => !secrets.has(variable)).sort(),
      secrets: names.filter((variable) => secrets.has(variable)).sort(),
    };
  };
  return {
    ...Object.fromEntries(ofServices),
    migration: ofContainer('prepare'),
    edge: ofContainer('edge'),
  };
}

/** Nginx's, and addresses that the chart knows. */
const isOfImage = (variable: string): boolean =>
  /^(?:NGINX_.+|.+_SERVERS|EDGE_(?:HOST|RESOLVER|\w+_PORT))$/.test(variable);

async function chartService(name: ServiceName): Promise<ChartProgram> {
  const { main, portVariable } = programs[name];
  const { variables } = (await import(join(checkout, dirname(main), 'config.ts'))) as {
    variables: Variables;
  };
  const names = Object.keys(variables).filter(
    (variable) => ![portVariable, 'METRICS_PORT'].includes(variable),
  );
  return {
    port: Number(variables[portVariable]?.fallback),
    portVariable,
    variables: names.filter((variable) => !variables[variable]?.secret).sort(),
    secrets: names.filter((variable) => variables[variable]?.secret).sort(),
  };
}
