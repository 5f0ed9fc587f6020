import { expect, test } from '@jest/globals';
import { WritNetworkError, WritProblem } from '@writ/sdk';
import { errorLines } from './exit.ts';

test('of a refused write it is told what the settings did to it', () => {
  const problem = {
    type: 'https://writ.test/problems/provider-refused',
    title: 'The provider refused',
    status: 422,
    detail: 'Property "size" does not exist',
    instance: 'urn:request:r1',
    time: '2026-11-21T10:00:00Z',
    requestId: 'r1',
    retryable: false,
    warnings: ['Missing from the request, so the default was used: size'],
  };
  expect(errorLines(new WritProblem(problem))).toEqual([
    problem.title,
    problem.detail,
    ...problem.warnings,
    'Request: r1',
  ]);
});

test('of a host that answers nothing it is told what to look at', () => {
  const silent = new WritNetworkError('No answer from http://host/v1', { isSilent: true });
  expect(errorLines(silent)).toEqual([
    silent.message,
    expect.stringMatching(/^What to do: Check that this service/),
  ]);
});

test('a remedy names flags in place of the parameters that the API has', () => {
  const problem = {
    type: 'https://writ.test/problems/operation-not-cancellable',
    title: 'The operation cannot be cancelled',
    status: 409,
    detail: 'It is being sent.',
    remedy: 'Let it end. Or add `?force=true`; an auto batch needs `all=true`.',
    instance: 'urn:request:r1',
    time: '2026-11-21T10:00:00Z',
    requestId: 'r1',
    retryable: false,
  };
  expect(errorLines(new WritProblem(problem))).toContain(
    'What to do: Let it end. Or add --force; an auto batch needs --all.',
  );
});
