import { expect, test } from '@jest/globals';
import { withNormalIds } from './normal-ids.ts';

const [id, upper] = ['019aa000-0000-7000-8000-00000000000a', '019AA000-0000-7000-8000-00000000000A'];

test.each(['ids', 'actor', 'resourceId', 'storedEventId', 'projectIdOrName'])(
  'an id of ours in `%s` is read in upper case, too',
  (name) => {
    expect(withNormalIds({ [name]: upper, [`${name}s`]: 'x' })).toMatchObject({ [name]: id });
  },
);

test.each(['requestId', 'recordId', 'groupRef'])('`%s` is others’ text, and stays as it is', (name) => {
  expect(withNormalIds({ [name]: upper })).toEqual({ [name]: upper });
});
