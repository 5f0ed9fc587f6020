import { expect, test } from '@jest/globals';
import { proofOf } from './proof.ts';

test('what has the form of a key is one, and all else the token of administrators, whatever it begins with', () => {
  for (const apiKey of [`writ_${'a1Z'.repeat(16)}0`, `writ_frontend_${'0'.repeat(49)}`])
    expect(proofOf(apiKey)).toEqual({ apiKey });
  for (const adminToken of ['writ_admin_2026', `writ_${'0'.repeat(48)}`, `writ_${'0'.repeat(50)}`, 'secret'])
    expect(proofOf(adminToken)).toEqual({ adminToken });
});
