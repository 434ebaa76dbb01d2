// The event list as a file for a spreadsheet (RFC 4180), in the language of a person.

import type { EventRow } from '../generated/busbar/v1/console_pb';
import { clockText } from '../live/stamp';
import { sentence, type Key, type Language } from './dictionary';
import { eventCells } from './event';

const COLUMNS: readonly Key[] = ['events.time', 'events.subject', 'events.text', 'events.detail'];

export function eventsCsv(language: Language, rows: readonly EventRow[]): string {
  const head = COLUMNS.map((key) => sentence(language, key));
  const body = rows.map((row) => {
    const { point, text, detail } = eventCells(language, row);
    return [clockText(row.stampUs), point, text, detail];
  });
  return [head, ...body].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  // Names come from other programs: none may become a formula in a spreadsheet.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
