import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';

import {
  EventKind,
  FederateState,
  FrameSchema,
  NodeEnergisation,
  Position,
  RunPhase,
  type Frame,
} from '../generated/busbar/v1/console_pb';
import { Exercise } from './exercise.svelte';

const frame = (init: MessageInitShape<typeof FrameSchema>): Frame => create(FrameSchema, { server: 's', ...init });
const substation = { name: 'substation', role: 'substation', state: FederateState.JOINED };

function started(): Exercise {
  const exercise = new Exercise();
  exercise.apply(
    frame({
      snapshot: true,
      revision: 10n,
      run: { phase: RunPhase.RUNNING, timeUs: 5n },
      federates: { rows: [substation] },
      switches: [{ id: 'QF911', position: Position.CLOSED }],
      nodes: [{ id: '10-I', energisation: NodeEnergisation.LIVE, kilovolts: 10.6 }],
    }),
  );
  return exercise;
}

test('a snapshot is taken whole, and later frames change only what they carry', () => {
  const exercise = started();
  expect(exercise.link).toBe('live');
  const switched = { id: 'QF911', position: Position.OPEN };
  expect(exercise.apply(frame({ follows: 10n, revision: 11n, switches: [switched] }))).toBe(true);
  expect(exercise.position('QF911')).toBe(Position.OPEN);
  expect(exercise.energisation('10-I')).toBe(NodeEnergisation.LIVE);
  expect(exercise.run?.phase).toBe(RunPhase.RUNNING);
});

test('what nobody told is unknown', () => {
  const exercise = started();
  expect(exercise.position('QF1')).toBe(Position.UNSPECIFIED);
  expect(exercise.energisation('node')).toBe(NodeEnergisation.UNSPECIFIED);
});

test('a frame with a gap before it, or of another server, is not taken', () => {
  const exercise = started();
  expect(exercise.apply(frame({ follows: 11n, revision: 12n, removed: ['QF911'] }))).toBe(false);
  expect(exercise.apply(frame({ server: 'other', follows: 10n, revision: 11n, removed: ['QF911'] }))).toBe(false);
  expect(exercise.position('QF911')).toBe(Position.CLOSED);
  expect(new Exercise().apply(frame({ follows: 0n, revision: 1n }))).toBe(false);
});

test('an object that is gone is unknown, and a new snapshot forgets what it does not have', () => {
  const exercise = started();
  exercise.apply(frame({ follows: 10n, revision: 11n, removed: ['QF911'] }));
  expect(exercise.position('QF911')).toBe(Position.UNSPECIFIED);
  exercise.apply(frame({ snapshot: true, revision: 2n, switches: [{ id: 'QF1', position: Position.OPEN }] }));
  expect([exercise.nodes.size, exercise.switches.size, exercise.federates.length]).toEqual([0, 1, 0]);
});

test('the picture is stale without a connection or without a substation', () => {
  const exercise = new Exercise();
  expect(exercise.stale).toBe(true);
  const running = started();
  expect(running.stale).toBe(false);
  running.lost();
  expect(running.stale).toBe(true);
  running.apply(frame({ follows: 10n, revision: 10n }));
  expect(running.stale).toBe(false);
  const lost = { ...substation, state: FederateState.LOST };
  running.apply(frame({ follows: 10n, revision: 11n, federates: { rows: [lost] } }));
  expect(running.stale).toBe(true);
  const second = { ...substation, name: 'substation-2' };
  running.apply(frame({ follows: 11n, revision: 12n, federates: { rows: [lost, second] } }));
  expect(running.stale).toBe(false);
});

test('a trip marks its breakers until it is acknowledged, also across a broken connection', () => {
  const exercise = started();
  const trip = { number: 1n, kind: EventKind.PROTECTION_TRIP, devices: ['QF911', 'QF912'] };
  exercise.apply(frame({ follows: 10n, revision: 11n, events: [trip] }));
  expect([...exercise.tripped]).toEqual(['QF911', 'QF912']);
  exercise.acknowledge();
  exercise.apply(frame({ snapshot: true, revision: 11n, events: [trip] }));
  expect(exercise.tripped.size).toBe(0);
  const again = { ...trip, number: 2n, devices: ['QF911'] };
  exercise.apply(frame({ follows: 11n, revision: 12n, events: [again] }));
  expect([...exercise.tripped]).toEqual(['QF911']);
});

test('another server process counts its events anew', () => {
  const exercise = started();
  const trip = { number: 5n, kind: EventKind.PROTECTION_TRIP, devices: ['QF911'] };
  exercise.apply(frame({ follows: 10n, revision: 11n, events: [trip] }));
  exercise.acknowledge();
  const first = { ...trip, number: 0n, devices: ['QF201'] };
  exercise.apply(frame({ server: 'new', snapshot: true, revision: 1n, events: [first] }));
  expect([...exercise.tripped]).toEqual(['QF201']);
});

test('a short circuit is there until it is told to be gone, in whatever order the rows come', () => {
  const exercise = started();
  const fault = { number: 1n, kind: EventKind.FAULT, fault: 'F1', subject: 'F911', detail: '3PH' };
  const gone = { number: 2n, kind: EventKind.FAULT_CLEARED, fault: 'F1', subject: 'F1' };
  exercise.apply(frame({ follows: 10n, revision: 11n, events: [fault] }));
  expect(exercise.faults).toEqual([{ id: 'F1', target: 'F911', detail: '3PH' }]);
  exercise.apply(frame({ snapshot: true, revision: 12n, events: [gone] }));
  exercise.apply(frame({ follows: 12n, revision: 12n, events: [fault] }));
  expect(exercise.faults).toEqual([]);
});
