import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestApiException } from '../client/errors.ts';
import { lossError } from './loss-error.ts';

test('the error of end counts the lost points in words', () => {
  const error = RestApiException.of({ code: 'unreachable', operation: 'logMetric', reason: 'no route' });
  const point = { metricName: 'loss', metricValue: '1' };
  const reasonOf = (count: number) => lossError([{ error, points: Array(count).fill(point) }], 1, []).reason;
  assert.equal(reasonOf(1), 'one call was not stored: logMetric (one point of loss): no route');
  assert.equal(reasonOf(2), 'one call was not stored: logMetric (2 points of loss): no route');
});
