import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';

import { EventKind, EventRowSchema } from '../generated/busbar/v1/console_pb';
import { eventsCsv } from './csv';

const refused = (subject: string, detail: string) =>
  create(EventRowSchema, { stampUs: 2_325_000n, kind: EventKind.COMMAND_REFUSED, subject, detail });

test('events are exported in the words that a person reads', () => {
  expect(eventsCsv('en', [refused('QS2111', 'QF211 is closed')])).toBe(
    'Virtual time,Point,Event,Cause or detail\r\n00:00:02.325,QS2111,order refused,QF211 is closed\r\n',
  );
  expect(eventsCsv('zh', [])).toBe('虚拟时间,点,事件,原因或说明\r\n');
});

test('commas, quotes and lines stay within their cell, and nothing becomes a formula', () => {
  const told = eventsCsv('en', [refused('=1+1', 'a "b", c\nd')]);
  expect(told).toContain(`00:00:02.325,'=1+1,order refused,"a ""b"", c\nd"\r\n`);
});
