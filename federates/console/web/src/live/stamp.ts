// Virtual time as a person reads it. Stamps are microseconds since the start of the scenario's day.

const DAY_MS = 86_400_000n;

/** `HH:MM:SS.mmm`, cut to whole milliseconds; days beyond the first as `+1d `. */
export function clockText(stampUs: bigint): string {
  if (stampUs < 0n) return `-${clockText(-stampUs)}`;
  const ms = stampUs / 1000n;
  const days = ms / DAY_MS;
  const rest = Number(ms % DAY_MS);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const time = `${two(rest / 3_600_000)}:${two((rest / 60_000) % 60)}:${two((rest / 1000) % 60)}`;
  const text = `${time}.${String(rest % 1000).padStart(3, '0')}`;
  return days > 0n ? `+${days}d ${text}` : text;
}
