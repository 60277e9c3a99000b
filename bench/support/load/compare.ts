import { thousands } from '../arena.ts'
import { sizes } from '../sizes.ts'
import type { Figures } from './load.ts'

export interface Pair {
  readonly base: Figures
  readonly compared: Figures
}

/**
 * Measures the base and the compared side in alternating turns, so that a busy minute of the machine affects
 * both.
 */
export async function inTurns(
  base: () => Promise<Figures>,
  compared: () => Promise<Figures>,
): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let turn = 0; turn < sizes.turns; turn++)
    pairs.push({ base: await base(), compared: await compared() })
  return pairs
}

/**
 * Returns one row of the benchmark's result table: the medians of the base measurements and of the compared
 * measurements. Each turn measures both; the row also has the median of the throughput ratios (compared to
 * base) of all turns.
 */
export function line(name: string, pairs: readonly Pair[], rows: number, target: number): string[] {
  const of = (pick: (pair: Pair) => number) => median(pairs.map(pick))
  return [
    name,
    thousands(of(({ base }) => base.perSecond) * rows),
    thousands(of(({ compared }) => compared.perSecond) * rows),
    of(({ base, compared }) => compared.perSecond / base.perSecond).toFixed(2),
    target.toFixed(2),
    String(of(({ compared }) => compared.p50)),
    String(of(({ compared }) => compared.p99)),
    String(of(({ base }) => base.p50)),
    String(of(({ base }) => base.p99)),
  ]
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
