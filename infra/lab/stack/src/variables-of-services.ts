import { dirname, join } from 'node:path';
import { optionalEach, type Variables } from '@writ/service-kit';
import { checkout, programs, serviceNames } from './programs.ts';

/** From the services' own lists. All are optional: the stack supplies what a service needs. */
export async function variablesOfServices(): Promise<Variables> {
  const lists = await Promise.all(
    serviceNames.map(async (service) => {
      const config = join(checkout, dirname(programs[service].main), 'config.ts');
      return ((await import(config)) as { variables: Variables }).variables;
    }),
  );
  return optionalEach(Object.fromEntries(lists.flatMap((variables) => Object.entries(variables))));
}
