// Codes of the schema as keys of the dictionary.

import { EventKind, FederateState, RunPhase, ShortCircuit } from '../generated/busbar/v1/console_pb';
import type { FaultKind } from '../orders/orders';
import { DICTIONARY, sentence, type Key, type Language } from './dictionary';

const EVENTS: Record<EventKind, Key> = {
  [EventKind.UNSPECIFIED]: 'event.unknown',
  [EventKind.SWITCH_OPEN]: 'event.switch_open',
  [EventKind.SWITCH_CLOSED]: 'event.switch_closed',
  [EventKind.SWITCH_INTERMEDIATE]: 'event.switch_intermediate',
  [EventKind.PROTECTION_START]: 'event.protection_start',
  [EventKind.PROTECTION_TRIP]: 'event.protection_trip',
  [EventKind.PROTECTION_RESET]: 'event.protection_reset',
  [EventKind.PROTECTION_CLOSE]: 'event.protection_close',
  [EventKind.PROTECTION_LOCKOUT]: 'event.protection_lockout',
  [EventKind.PROTECTION_BLOCKED]: 'event.protection_blocked',
  [EventKind.ALARM]: 'event.alarm',
  [EventKind.COMMAND_OPEN]: 'event.command_open',
  [EventKind.COMMAND_CLOSE]: 'event.command_close',
  [EventKind.COMMAND_ACCEPTED]: 'event.command_accepted',
  [EventKind.COMMAND_REFUSED]: 'event.command_refused',
  [EventKind.FAULT]: 'event.fault',
  [EventKind.FAULT_CLEARED]: 'event.fault_cleared',
  [EventKind.FEDERATE_JOINED]: 'event.federate_joined',
  [EventKind.FEDERATE_RESIGNED]: 'event.federate_resigned',
  [EventKind.FEDERATE_LOST]: 'event.federate_lost',
};

const PHASES: Record<RunPhase, Key> = {
  [RunPhase.UNSPECIFIED]: 'phase.none',
  [RunPhase.PREPARING]: 'phase.preparing',
  [RunPhase.RUNNING]: 'phase.running',
  [RunPhase.PAUSED]: 'phase.paused',
  [RunPhase.ENDED]: 'phase.ended',
};

const FEDERATES: Record<FederateState, Key> = {
  [FederateState.UNSPECIFIED]: 'federates.unknown',
  [FederateState.JOINED]: 'federates.joined',
  [FederateState.RESIGNED]: 'federates.resigned',
  [FederateState.LOST]: 'federates.lost',
};

const FAULTS: Record<FaultKind, Key> = {
  [ShortCircuit.THREE_PHASE]: 'fault.three_phase',
  [ShortCircuit.LINE_TO_GROUND]: 'fault.line_to_ground',
  [ShortCircuit.LINE_TO_LINE]: 'fault.line_to_line',
  [ShortCircuit.LINE_TO_LINE_TO_GROUND]: 'fault.line_to_line_to_ground',
};

// A newer server may know kinds that this page does not.
export const eventKey = (kind: EventKind): Key => EVENTS[kind] ?? 'event.unknown';
export const phaseKey = (phase: RunPhase): Key => PHASES[phase] ?? 'phase.none';
export const federateKey = (state: FederateState): Key => FEDERATES[state] ?? 'federates.unknown';
export const faultKey = (kind: FaultKind): Key => FAULTS[kind];

/** The key of a code that a server sends as text, if the dictionary has it. */
export function codeKey(prefix: 'role' | 'quantity' | 'element' | 'alarm', code: string): Key | undefined {
  const key = `${prefix}.${code}`;
  return key in DICTIONARY.en ? (key as Key) : undefined;
}

/** Name of a federate for a person: most are called like their role. */
export function federateName(language: Language, name: string): string {
  const key = codeKey('role', name);
  return key ? sentence(language, key) : name;
}

/** Reasons of losses, by the sentence the RTI gives them. */
const LOSSES = new Map<string, Key>(
  Object.entries(DICTIONARY.en)
    .filter(([key]) => key.startsWith('lost.'))
    .map(([key, text]) => [text, key as Key]),
);

/** Why a federate is gone, in a language; as it was told where the dictionary does not have it. */
export function lossText(language: Language, reason: string): string {
  const key = LOSSES.get(reason);
  return key ? sentence(language, key) : reason;
}
