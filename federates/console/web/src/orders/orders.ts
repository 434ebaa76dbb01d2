// Orders of this page as messages of the schema; the only place where they are made.

import { create, type MessageInitShape } from '@bufbuild/protobuf';

import { OrderRequestSchema, ShortCircuit, type OrderRequest } from '../generated/busbar/v1/console_pb';

/** Speeds there are, in virtual seconds for each wall-clock second; 0 for as many as possible. */
export const SPEEDS = [1, 2, 10, 60, 0] as const;
export type Speed = (typeof SPEEDS)[number];

/** Types of short circuits and the phases each may have, the usual ones first. */
export const FAULT_PHASES = {
  [ShortCircuit.THREE_PHASE]: ['ABC'],
  [ShortCircuit.LINE_TO_GROUND]: ['A', 'B', 'C'],
  [ShortCircuit.LINE_TO_LINE]: ['BC', 'CA', 'AB'],
  [ShortCircuit.LINE_TO_LINE_TO_GROUND]: ['BC', 'CA', 'AB'],
} as const;
export type FaultKind = keyof typeof FAULT_PHASES;
export const FAULT_KINDS: readonly FaultKind[] = [
  ShortCircuit.THREE_PHASE,
  ShortCircuit.LINE_TO_GROUND,
  ShortCircuit.LINE_TO_LINE,
  ShortCircuit.LINE_TO_LINE_TO_GROUND,
];

/** A short circuit as a person chooses it. */
export interface Fault {
  target: string;
  onLine: boolean;
  /** Place on a line from its first node, in percent; means nothing at a node. */
  percent: number;
  kind: FaultKind;
  phases: string;
  resistanceOhm: number;
  permanent: boolean;
}

export const pauseRun = (): OrderRequest => order({ case: 'pause', value: {} });
export const resumeRun = (): OrderRequest => order({ case: 'resume', value: {} });
export const setSpeed = (speed: Speed): OrderRequest => order({ case: 'setSpeed', value: { speed } });

export function injectFault(fault: Fault): OrderRequest {
  const { target, kind, phases, resistanceOhm, permanent } = fault;
  const fraction = fault.onLine ? fault.percent / 100 : 0;
  return order({ case: 'injectFault', value: { target, fraction, kind, phases, resistanceOhm, permanent } });
}

/** Whether the numbers of a fault are in their range, so that it may be ordered. */
export function isComplete(fault: Fault): boolean {
  const onLine = !fault.onLine || (fault.percent >= 0 && fault.percent <= 100);
  return onLine && fault.resistanceOhm >= 0 && Number.isFinite(fault.resistanceOhm);
}

function order(value: MessageInitShape<typeof OrderRequestSchema>['order']): OrderRequest {
  return create(OrderRequestSchema, { order: value });
}
