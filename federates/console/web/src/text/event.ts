// A row of the event list in the language of a person.

import { EventKind, type EventRow } from '../generated/busbar/v1/console_pb';
import { sentence, type Language } from './dictionary';
import { codeKey, eventKey, federateName, lossText } from './names';

export interface EventCells { point: string; text: string; detail: string }

export function eventCells(language: Language, row: EventRow): EventCells {
  if (row.kind === EventKind.ALARM) return alarmCells(language, row);
  const point = row.kind >= EventKind.FEDERATE_JOINED ? federateName(language, row.subject) : row.subject;
  const text = sentence(language, eventKey(row.kind), { devices: row.devices.join(', ') });
  return { point, text, detail: lossText(language, row.detail) || elementName(language, row.subject) };
}

/** The subject of an alarm is its code: known codes have a sentence, others come with their text. */
function alarmCells(language: Language, row: EventRow): EventCells {
  const key = codeKey('alarm', row.subject);
  const alarm = sentence(language, eventKey(row.kind));
  const text = key ? `${alarm}: ${sentence(language, key)}` : `${alarm}: ${row.subject}`;
  const repeats = row.detail.replaceAll(' ', '_') === row.subject;
  return { point: row.source, text, detail: repeats ? '' : row.detail };
}

/** The function of a protection element, by its id `RELAY.FUNCTION`; empty where nobody knows. */
function elementName(language: Language, id: string): string {
  const code = id.split('.').at(1);
  if (code === undefined) return '';
  const key = codeKey('element', code) ?? codeKey('element', code.split('_')[0] ?? '');
  return key ? sentence(language, key) : '';
}
