import type { Step } from '../../../src/domain/spinner/step.ts'
import type { Door } from './doors.ts'
import type { KnownTable } from './known-table.ts'
import { SentMessages } from './sent.ts'
import { Silences } from './silences.ts'

export interface KnownSpinner {
  readonly id: string
  /** As the story calls it: "spinner 1". */
  readonly name: string
  readonly table: KnownTable
  readonly contact: 'oncePerPerson' | 'oncePerRecord'
  /** The steps of the draft. */
  steps: readonly Step[]
  isPublished: boolean
}

export interface KnownJob {
  readonly id: string
  /** As the story calls it: "job 1". */
  readonly name: string
  readonly spinner: KnownSpinner
}

/** What is known outside of the service: what was asked of it, what it has acknowledged, and what left it. */
export class Model {
  readonly tables: KnownTable[] = []
  /** Tables to which senders of leads deliver; no spinner is over them. */
  readonly doors: Door[] = []
  readonly spinners: KnownSpinner[] = []
  readonly jobs: KnownJob[] = []
  /** Triggers of which the caller was told nothing. */
  jobsInDoubt = 0
  readonly sent = new SentMessages()
  readonly silences = new Silences()
  #records = 0
  #steps = 0
  #triggers = 0

  get allTables(): readonly KnownTable[] {
    return [...this.tables, ...this.doors.map(({ table }) => table)]
  }

  /** Returns the name of a new record, as "r17". */
  nextRecord(): string {
    this.#records++
    return `r${this.#records}`
  }

  /** Returns the name of a new step, as "k5". */
  nextStep(): string {
    this.#steps++
    return `k${this.#steps}`
  }

  nextTrigger(): number {
    this.#triggers++
    return this.#triggers
  }
}
