import { expect, test } from 'vitest';

import { ShortCircuit } from '../generated/busbar/v1/console_pb';
import { FAULT_KINDS, injectFault, isComplete, pauseRun, resumeRun, setSpeed, SPEEDS, type Fault } from './orders';

const fault: Fault = {
  target: 'F911',
  onLine: true,
  percent: 25,
  kind: ShortCircuit.THREE_PHASE,
  phases: 'ABC',
  resistanceOhm: 0.5,
  permanent: true,
};

test('a fault on a line has its place as a fraction', () => {
  expect(injectFault(fault).order).toMatchObject({
    case: 'injectFault',
    value: { target: 'F911', fraction: 0.25, kind: ShortCircuit.THREE_PHASE, phases: 'ABC', resistanceOhm: 0.5, permanent: true },
  });
});

test('a fault at a node has no place on a line, whatever the field said before', () => {
  expect(injectFault({ ...fault, target: '10-I', onLine: false }).order.value).toMatchObject({ fraction: 0 });
});

test('every type of fault of the schema is offered', () => {
  const types = Object.values(ShortCircuit).filter((value) => typeof value === 'number' && value !== 0);
  expect([...FAULT_KINDS]).toEqual(types);
});

test('numbers out of their range are not ordered', () => {
  expect(isComplete(fault)).toBe(true);
  for (const percent of [-1, 101, Number.NaN]) {
    expect(isComplete({ ...fault, percent })).toBe(false);
    expect(isComplete({ ...fault, percent, onLine: false })).toBe(true);
  }
  for (const resistanceOhm of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(isComplete({ ...fault, resistanceOhm })).toBe(false);
  }
});

test('the run is paused, resumed and paced at the fixed speeds', () => {
  expect([pauseRun().order.case, resumeRun().order.case]).toEqual(['pause', 'resume']);
  expect(SPEEDS.map((speed) => setSpeed(speed).order)).toMatchObject(
    [1, 2, 10, 60, 0].map((speed) => ({ case: 'setSpeed', value: { speed } })),
  );
});
