import type { Input } from '../operations/operation.ts'
import type { Run } from '../run/run.ts'

interface Item {
  /** The number of seeds that have reached the item. */
  seeds: number
  /** The number of these seeds in which each operation took part. */
  readonly withOperation: Map<string, number>
}

/** The number of seeds from which the steering chooses the next one. */
export const candidatesForEach = 4

/**
 * Chooses the seeds that run. A seed alone still decides everything that happens in it, so each one can be repeated by
 * its number. The steering prefers seeds in which operations meet that have seldom met, and seeds with operations by
 * which others have reached what is seldom reached.
 */
export class Steering {
  readonly #meetings = new Map<string, number>()
  readonly #seedsWith = new Map<string, number>()
  readonly #items = new Map<string, Item>()
  #seeds = 0

  /** Returns the most promising run, and counts its meetings at once, so that other processes do not choose the same. */
  choose(candidates: readonly Run[]): Run {
    const [best] = candidates
      .map((run) => ({ run, score: this.#scoreOf(run) }))
      .toSorted((a, b) => b.score - a.score)
    if (best === undefined) throw new Error('There is no seed to choose from')
    for (const meeting of meetingsOf(best.run)) add(this.#meetings, meeting)
    return best.run
  }

  /** Notes what a seed has reached. Use cases are left out, because a process names each of them once. */
  note(run: Run, reached: readonly string[]): void {
    this.#seeds++
    const operations = operationsOf(run)
    for (const name of operations) add(this.#seedsWith, name)
    for (const name of reached.filter((one) => !one.startsWith('use case '))) {
      const item = this.#items.get(name) ?? { seeds: 0, withOperation: new Map<string, number>() }
      this.#items.set(name, item)
      item.seeds++
      for (const operation of operations) add(item.withOperation, operation)
    }
  }

  #scoreOf(run: Run): number {
    const operations = operationsOf(run)
    let score = 0
    for (const meeting of meetingsOf(run)) score += 1 / (1 + (this.#meetings.get(meeting) ?? 0))
    for (const item of this.#items.values()) {
      // An item that one seed in twenty reaches needs no help.
      if (item.seeds * 20 > this.#seeds) continue
      for (const name of operations) {
        const share = (item.withOperation.get(name) ?? 0) / item.seeds
        const usual = (this.#seedsWith.get(name) ?? 0) / this.#seeds
        score += Math.max(0, share - usual) / item.seeds
      }
    }
    return score
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function operationsOf({ operations }: Run): ReadonlySet<string> {
  return new Set(operations.flatMap(({ operation, input }) => [operation, ...operationsIn(input)]))
}

/** Returns the pairs of operations that meet in a run: one within another, two at once, or one after the other. */
function meetingsOf({ operations }: Run): ReadonlySet<string> {
  const within = operations.flatMap(({ operation, input }) => {
    const inner = operationsIn(input).toSorted()
    const pairs = inner.flatMap((one, nth) => inner.slice(nth + 1).map((other) => `${one} beside ${other}`))
    return [...inner.map((one) => `${one} within ${operation}`), ...pairs]
  })
  const inTurn = operations
    .slice(1)
    .map(({ operation }, nth) => `${operation} after ${operations[nth]?.operation}`)
  return new Set([...within, ...inTurn])
}

/** Returns the names of the operations that an operation runs within itself. */
function operationsIn(input: Input): readonly string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    if (name === 'operation' && typeof value === 'string') return [value]
    if (typeof value !== 'object' || value === null) return []
    return operationsIn(value as Input)
  })
}
