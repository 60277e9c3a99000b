import { thousands } from '../arena.ts'
import { sizes } from '../sizes.ts'
import type { Cost } from './cpu-time.ts'
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

/** The heads of the columns of `costLine`, after the names of the two sides. */
export function costHead(base: string, compared: string): string[] {
  return [
    'µs of CPU for a request',
    `API, ${base}`,
    `API, ${compared}`,
    'ratio',
    `PostgreSQL, ${base}`,
    `PostgreSQL, ${compared}`,
    'ratio of both',
  ]
}

/**
 * Returns one row of a table with `costHead`: the medians of the CPU time for a request on both sides, and the
 * medians of their ratios in each turn.
 */
export function costLine(name: string, pairs: readonly Pair[]): string[] {
  const of = (pick: (base: Cost, compared: Cost) => number) =>
    median(pairs.map(({ base, compared }) => pick(base.cost ?? noCost, compared.cost ?? noCost)))
  return [
    name,
    of((base) => base.api).toFixed(0),
    of((_, compared) => compared.api).toFixed(0),
    of((base, compared) => ratioOf(compared.api, base.api)).toFixed(2),
    of((base) => base.database).toFixed(0),
    of((_, compared) => compared.database).toFixed(0),
    of((base, compared) => ratioOf(compared.api + compared.database, base.api + base.database)).toFixed(2),
  ]
}

const noCost: Cost = { api: 0, database: 0 }

/** Returns the ratio of two costs; 0 if the base used no clock tick of CPU, as in a run of a few requests. */
function ratioOf(compared: number, base: number): number {
  return base === 0 ? 0 : compared / base
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
