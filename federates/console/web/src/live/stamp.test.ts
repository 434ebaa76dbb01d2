import { expect, test } from 'vitest';

import { clockText } from './stamp';

test('a stamp is shown to the millisecond, cut and never rounded', () => {
  expect(clockText(0n)).toBe('00:00:00.000');
  expect(clockText(2_325_000n)).toBe('00:00:02.325');
  expect(clockText(2_325_999n)).toBe('00:00:02.325');
  expect(clockText(3_600_000_000n * 23n + 59n * 60_000_000n + 59_999_999n)).toBe('23:59:59.999');
});

test('days after the first are counted', () => {
  expect(clockText(86_400_000_000n)).toBe('+1d 00:00:00.000');
  expect(clockText(86_400_000_000n * 3n + 1_000n)).toBe('+3d 00:00:00.001');
});

test('a time before the start has a sign', () => {
  expect(clockText(-1_500_000n)).toBe('-00:00:01.500');
});
