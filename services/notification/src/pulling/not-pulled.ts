import { Fault } from '@writ/http-kit';

/** What is sent by us is neither fetched nor reported by others; `name`: the parameter of the path that led to it. */
export const notPulled = (name: string, value: string, type: string): Fault =>
  new Fault('invalid-input', [
    {
      in: 'path',
      name,
      value,
      detail: `Deliveries to destinations of the kind \`${type}\` are sent, not fetched.`,
    },
  ]);
