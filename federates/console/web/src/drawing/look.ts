// How a state looks, as names of classes that the theme colours. The states come from the server:
// the page has no topology of its own.

import { NodeEnergisation, Position } from '../generated/busbar/v1/console_pb';

export type Look = 'live' | 'dead' | 'earthed' | 'unknown';
export type Contact = 'open' | 'closed' | 'between' | 'unknown';

const LOOKS: Record<NodeEnergisation, Look> = {
  [NodeEnergisation.UNSPECIFIED]: 'unknown',
  [NodeEnergisation.DEAD]: 'dead',
  [NodeEnergisation.LIVE]: 'live',
  [NodeEnergisation.EARTHED]: 'earthed',
};

const CONTACTS: Record<Position, Contact> = {
  [Position.UNSPECIFIED]: 'unknown',
  [Position.OPEN]: 'open',
  [Position.CLOSED]: 'closed',
  [Position.INTERMEDIATE]: 'between',
};

export const lookOf = (energisation: NodeEnergisation): Look => LOOKS[energisation] ?? 'unknown';
export const contactOf = (position: Position): Contact => CONTACTS[position] ?? 'unknown';

/** Voltage levels that the theme has a colour for, in kV. */
const LEVELS = [500, 330, 220, 110, 66, 35, 20, 10, 0.4];

/** The class of a wire: its voltage level, and whether it is live. */
export function wireClass(kv: number, look: Look): string {
  const level = LEVELS.includes(kv) ? `kv-${String(kv).replace('.', '-')}` : 'kv-other';
  return `${level} ${look}`;
}
