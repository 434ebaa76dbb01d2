import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';

import { OrderResponseSchema } from '../generated/busbar/v1/console_pb';
import { Desk } from './desk.svelte';
import { pauseRun } from './orders';

const desk = (answer: () => { accepted: boolean; reason?: string }) =>
  new Desk({ order: async () => create(OrderResponseSchema, answer()) });

test('the answer to an order is kept with what it was about', async () => {
  const accepting = desk(() => ({ accepted: true }));
  const sent = accepting.send('run', pauseRun());
  expect(accepting.outcome).toEqual({ subject: 'run', outcome: { state: 'sent' } });
  await sent;
  expect(accepting.outcome).toEqual({ subject: 'run', outcome: { state: 'accepted' } });
  const refusing = desk(() => ({ accepted: false, reason: 'not yet' }));
  await refusing.send('fault', pauseRun());
  expect(refusing.outcome).toEqual({ subject: 'fault', outcome: { state: 'refused', reason: 'not yet' } });
});

test('no answer is no refusal', async () => {
  const cut = desk(() => {
    throw new Error('cut');
  });
  await cut.send('run', pauseRun());
  expect(cut.outcome?.outcome.state).toBe('unanswered');
});
