// Keeps the stream of frames open: subscribes, notices silence and gaps, subscribes again.

import type { Client } from '@connectrpc/connect';

import type { Console, Frame } from '../generated/busbar/v1/console_pb';

/** The server gives a sign of life every second; three missing means that it is not there. */
const SILENCE_MAX_MS = 3_500;
const RETRY_MS = [250, 500, 1_000, 2_000];

/** Where frames go. */
export interface Sink {
  apply(frame: Frame): boolean;
  lost(): void;
}

/** Watches until the signal aborts. */
export async function watch(
  client: Pick<Client<typeof Console>, 'watch'>,
  sink: Sink,
  signal: AbortSignal,
  retryMs: readonly number[] = RETRY_MS,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    if (await follow(client, sink, signal)) failures = 0;
    if (signal.aborted) return;
    sink.lost();
    await pause(retryMs[Math.min(failures, retryMs.length - 1)] ?? 0, signal);
  }
}

/** One subscription to its end; whether it brought frames. */
async function follow(
  client: Pick<Client<typeof Console>, 'watch'>,
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  let brought = false;
  try {
    const either = AbortSignal.any([signal, silence.signal]);
    for await (const frame of client.watch({}, { signal: either })) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
      if (!sink.apply(frame)) return brought;
      brought = true;
    }
  } catch {
    // Every end is dealt with alike: the picture is marked and the page asks again.
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
  return brought;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
