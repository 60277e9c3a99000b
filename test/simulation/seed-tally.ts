import { operations } from './operations/operations.ts'
import { promises } from './promises/promises.ts'
import type { RunOutcome } from './run/run.ts'
import { meetings } from './run/transit/meetings.ts'

/**
 * The figures that one seed of the simulator adds to the summary. They are plain data, so a process can send
 * them to its parent.
 */
export interface SeedResult {
  readonly seed: number
  readonly virtualDays: number
  readonly ran: Readonly<Record<string, number>>
  readonly meetings: Readonly<Partial<Record<string, number>>>
  readonly compared: Readonly<Record<string, number>>
  readonly violations: readonly string[]
  /** The use cases, SQL functions and reasons that the seed has reached, if the simulator notes them. */
  readonly reached: readonly string[]
}

export function resultOf(
  { run, virtualDays, compared, violations, ran, meetings: met }: RunOutcome,
  reached: readonly string[],
): SeedResult {
  return {
    seed: run.seed,
    virtualDays,
    ran,
    meetings: met,
    compared,
    reached,
    violations: [...Map.groupBy(violations, ({ promise }) => promise)].map(
      ([promise, [first, ...others]]) =>
        `${promise}: ${first?.words}${others.length > 0 ? `, and ${others.length} more` : ''}`,
    ),
  }
}

/** Sums the figures of all seeds for the summary that the simulator prints. */
export class SeedTally {
  seeds = 0
  readonly broken: SeedResult[] = []
  readonly reached = new Set<string>()
  #virtualDays = 0
  readonly #ran = new Map<string, number>()
  readonly #met = new Map<string, number>()
  readonly #compared = new Map<string, number>()

  add(result: SeedResult): void {
    this.seeds++
    this.#virtualDays += result.virtualDays
    for (const [name, count] of Object.entries(result.ran))
      this.#ran.set(name, (this.#ran.get(name) ?? 0) + count)
    for (const [name, count] of Object.entries(result.meetings))
      this.#met.set(name, (this.#met.get(name) ?? 0) + (count ?? 0))
    for (const [name, count] of Object.entries(result.compared))
      this.#compared.set(name, (this.#compared.get(name) ?? 0) + count)
    for (const item of result.reached) this.reached.add(item)
    if (result.violations.length > 0) this.broken.push(result)
  }

  /**
   * Returns the simulator's summary of all seeds as text. It lists all operations and promises, so that one
   * that never ran shows a 0.
   */
  summary(seconds: number): string {
    const count = (number: number) => Math.round(number).toLocaleString('en')
    const ranInAll = [...this.#ran.values()].reduce((sum, number) => sum + number, 0)
    return [
      `${count(this.seeds)} seeds in ${count(seconds)} s: ${((this.seeds / seconds) * 60).toFixed(0)} a minute`,
      `${count(ranInAll)} operations, ${count(this.#virtualDays)} virtual days`,
      '',
      'Operations, how often each ran:',
      ...operations.map(({ name }) => `  ${count(this.#ran.get(name) ?? 0).padStart(10)}  ${name}`),
      '',
      'Meetings, how often each occurred:',
      ...meetings.map((name) => `  ${count(this.#met.get(name) ?? 0).padStart(10)}  ${name}`),
      '',
      'Promises, how many things each has compared:',
      ...promises.map(
        ({ promise }) => `  ${count(this.#compared.get(promise) ?? 0).padStart(10)}  ${promise}`,
      ),
      '',
      `${count(this.broken.length)} seeds broke a promise`,
    ].join('\n')
  }
}
