import { expect, test } from 'vitest';

import { DICTIONARY, sentence, type Key } from './dictionary';

const keys = Object.keys(DICTIONARY.en) as Key[];
const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('both languages have every key, with the same values in it', () => {
  expect(Object.keys(DICTIONARY.zh).sort()).toEqual([...keys].sort());
  for (const key of keys) {
    expect(DICTIONARY.zh[key].trim(), key).not.toBe('');
    expect(DICTIONARY.en[key].trim(), key).not.toBe('');
    expect(places(DICTIONARY.zh[key]), key).toEqual(places(DICTIONARY.en[key]));
  }
});

test('no sentence was left in English', () => {
  const same = keys.filter((key) => DICTIONARY.en[key] === DICTIONARY.zh[key]);
  expect(same.filter((key) => key !== 'app.title' && !key.startsWith('quantity.'))).toEqual([]);
});

test('every sentence is used somewhere', () => {
  const files = import.meta.glob('../**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true });
  const source = Object.entries(files)
    .filter(([path]) => !path.includes('dictionary') && !path.includes('generated'))
    .map(([, text]) => String(text))
    .join('\n');
  // Keys that are made of a prefix and a code.
  const made = ['alarm', 'element', 'energisation', 'events', 'kind', 'link', 'lost', 'order', 'position', 'quantity', 'role', 'truck'];
  const unused = keys.filter((key) => !source.includes(`'${key}'`) && !made.includes(key.split('.')[0] ?? ''));
  expect(unused).toEqual([]);
});

test('values are put in, and a value that is missing stays visible', () => {
  expect(sentence('en', 'events.count', { shown: 3, all: 12 })).toBe('3 of 12');
  expect(sentence('zh', 'run.waiting', { names: 'protection' })).toBe('等待 protection');
  expect(sentence('en', 'run.waiting')).toBe('waiting for {names}');
});
