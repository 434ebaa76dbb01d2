import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { FrameSchema, type Frame } from '../generated/busbar/v1/console_pb';
import { watch, type Sink } from './watch';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client whose subscriptions are these, one after the other; the last one never ends. */
function server(...subscriptions: (readonly Frame[] | 'fails')[]) {
  const asked: number[] = [];
  async function* answer(signal: AbortSignal | undefined): AsyncGenerator<Frame> {
    asked.push(Date.now());
    const frames = subscriptions.shift();
    if (frames === 'fails') throw new Error('refused');
    if (frames) yield* frames;
    else await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('cut'))));
  }
  return { asked, watch: (_: unknown, options?: { signal?: AbortSignal }) => answer(options?.signal) };
}

function sink(takes: (frame: Frame) => boolean = () => true) {
  const seen = { frames: [] as bigint[], losses: 0 };
  const made: Sink = {
    apply: (frame) => (seen.frames.push(frame.revision), takes(frame)),
    lost: () => void (seen.losses += 1),
  };
  return { seen, made };
}

const frame = (revision: bigint) => create(FrameSchema, { revision });
const RETRY = [100, 1_000];

async function run(client: ReturnType<typeof server>, made: Sink, ms: number) {
  const stop = new AbortController();
  const done = watch(client, made, stop.signal, RETRY);
  await vi.advanceTimersByTimeAsync(ms);
  stop.abort();
  await done;
}

test('frames go to the sink, and a stream that ends is asked for again', async () => {
  const client = server([frame(1n), frame(2n)], [frame(3n)]);
  const { seen, made } = sink();
  await run(client, made, 250);
  expect(seen.frames).toEqual([1n, 2n, 3n]);
  expect(seen.losses).toBe(2);
});

test('it waits longer after every failure, and starts anew after a success', async () => {
  const client = server('fails', 'fails', [frame(1n)], 'fails');
  const { made } = sink();
  await run(client, made, 2_000);
  const gaps = client.asked.slice(1).map((at, index) => at - (client.asked[index] ?? 0));
  expect(gaps).toEqual([100, 1_000, 100, 1_000].slice(0, gaps.length));
  expect(gaps.length).toBeGreaterThanOrEqual(3);
});

test('silence counts as a lost connection', async () => {
  const client = server();
  const { seen, made } = sink();
  await run(client, made, 3_400);
  expect(seen.losses).toBe(0);
  const other = sink();
  await run(server(), other.made, 3_700);
  expect(other.seen.losses).toBe(1);
});

test('a gap makes it ask anew at once', async () => {
  const client = server([frame(1n), frame(9n), frame(10n)], [frame(11n)]);
  const { seen, made } = sink((one) => one.revision !== 9n);
  await run(client, made, 150);
  expect(seen.frames).toEqual([1n, 9n, 11n]);
});

test('nothing is asked for after the end', async () => {
  const client = server([frame(1n)]);
  const { seen, made } = sink();
  await run(client, made, 50);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(client.asked.length).toBe(1);
  expect(seen.losses).toBe(1);
});
