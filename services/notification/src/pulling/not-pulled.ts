import { Fault } from '@writ/problems';

/** For deliveries that we send. `name`: the parameter of the path. */
export const notPulled = (name: string, value: string, type: string): Fault =>
  new Fault('invalid-input', [
    {
      in: 'path',
      name,
      value,
      detail: `Deliveries to destinations of the kind \`${type}\` are sent, not fetched.`,
    },
  ]);
