import type { ReasonCode } from '../../reason.ts'
import type { Program } from '../../spinner/steps/program.ts'
import type { ReasonCount } from '../recipient/reason-view.ts'
import type { RecipientStatus } from '../recipient/recipient-status.ts'
import { type RehearsedOutcome, rehearsedOutcomes, type StepFigures } from './rehearsal.ts'

type Counts = Record<RehearsedOutcome, number>

const none: Counts = { sends: 0, passes: 0, skips: 0, waits: 0, fails: 0 }

/** Counts the results of rehearsed recipients by step and by reason. */
export class RehearsalTally {
  readonly #program: Program
  readonly #steps: readonly Counts[]
  readonly #reasons = new Map<string, ReasonCount>()

  constructor(program: Program) {
    this.#program = program
    this.#steps = program.map(() => ({ ...none }))
  }

  add(step: number, outcome: RehearsedOutcome, code: ReasonCode | null, count = 1): void {
    const counts = this.#steps[step]
    if (counts !== undefined) counts[outcome] += count
    if (code === null) return
    const status = stateOf[outcome]
    const slot = `${code} ${status}`
    this.#reasons.set(slot, { code, status, count: (this.#reasons.get(slot)?.count ?? 0) + count })
  }

  get steps(): readonly StepFigures[] {
    return this.#program.map(({ path, step: { type } }, step) => {
      const counts = this.#steps[step] ?? none
      const figures = rehearsedOutcomes.map((outcome) => [outcome, counts[outcome]] as const)
      return { step, path, type, ...(Object.fromEntries(figures) as Counts) }
    })
  }

  /** The reasons of the rehearsed recipients with their numbers, most frequent first. */
  get reasons(): readonly ReasonCount[] {
    return [...this.#reasons.values()].toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
  }
}

const stateOf: Readonly<Record<RehearsedOutcome, RecipientStatus>> = {
  sends: 'done',
  passes: 'done',
  skips: 'skipped',
  waits: 'waiting',
  fails: 'failed',
}
