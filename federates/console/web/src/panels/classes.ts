// Classes of events, for filtering and for how loud a row looks.

import { EventKind, type EventRow } from '../generated/busbar/v1/console_pb';
import type { Language } from '../text/dictionary';
import { eventCells } from '../text/event';

export const CLASSES = ['all', 'protection', 'plant', 'commands', 'federation'] as const;
export type EventClass = (typeof CLASSES)[number];
export type Severity = 'accident' | 'warning' | 'normal';

export function classOf(kind: EventKind): EventClass {
  if (kind >= EventKind.FEDERATE_JOINED) return 'federation';
  if (kind >= EventKind.PROTECTION_START && kind <= EventKind.ALARM) return 'protection';
  if (kind >= EventKind.COMMAND_OPEN && kind <= EventKind.COMMAND_REFUSED) return 'commands';
  return 'plant';
}

export function severityOf(kind: EventKind): Severity {
  switch (kind) {
    case EventKind.PROTECTION_TRIP:
    case EventKind.FAULT:
    case EventKind.FEDERATE_LOST:
      return 'accident';
    case EventKind.PROTECTION_LOCKOUT:
    case EventKind.PROTECTION_BLOCKED:
    case EventKind.ALARM:
    case EventKind.COMMAND_REFUSED:
      return 'warning';
    default:
      return 'normal';
  }
}

/** The rows of a class that contain a text, in their order. */
export function filterRows(
  rows: readonly EventRow[], wanted: EventClass, text: string, language: Language,
): readonly EventRow[] {
  const needle = text.trim().toLowerCase();
  if (wanted === 'all' && !needle) return rows;
  const contains = (row: EventRow) => searchable(language, row).includes(needle);
  return rows.filter((row) => (wanted === 'all' || classOf(row.kind) === wanted) && (!needle || contains(row)));
}

/** What a person reads in a row, in small letters. Rows never change, so each is made once. */
function searchable(language: Language, row: EventRow): string {
  const known = SEARCHABLE[language].get(row);
  if (known !== undefined) return known;
  const { point, text, detail } = eventCells(language, row);
  const made = `${point} ${text} ${detail}`.toLowerCase();
  SEARCHABLE[language].set(row, made);
  return made;
}

const SEARCHABLE: Record<Language, WeakMap<EventRow, string>> = { en: new WeakMap(), zh: new WeakMap() };
