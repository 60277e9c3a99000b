import type { StepSettlement } from '../../../../src/domain/job/recipient/recipient.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import type { Moments } from '../moments.ts'
import { MessageMarks } from './message-marks.ts'

/** A time of a run: the number of its event, the time on the clock, and the virtual milliseconds since the beginning. */
export interface RunTime {
  readonly moment: number
  readonly at: Date
  readonly elapsedMs: number
}

/** The outcome of a step for a recipient, as a runtime stored it and the database acknowledged it. */
export interface StoredStep
  extends Pick<
    StepSettlement,
    'recordId' | 'step' | 'status' | 'nextStep' | 'branch' | 'reason' | 'delivery'
  > {
  readonly jobId: string
  readonly organizationId: string
  readonly spinnerId: string
  /** The simulator's name of the record; null if the record was deleted. */
  readonly ref: string | null
  /** The steps of the version that the runtime ran. */
  readonly steps: readonly Step[]
  /** The time just before the runtime leased the recipient, and read the cells of its record. */
  readonly leased: RunTime
  /** The times just before the outcome was written and just after it was acknowledged. */
  readonly writing: RunTime
  readonly stored: RunTime
  /** Whether the work after the restore of a backup stored the outcome, which runs no steps. */
  readonly isAfterRestore: boolean
}

/** A job that was moved to a newly published version of its spinner, with the number of an event after the move. */
interface Move {
  readonly steps: readonly Step[]
  readonly moment: number
}

/** The outcomes of steps in the order in which they were stored, and the beginnings of waits for events. */
export class StoredSteps {
  readonly moments: Moments
  readonly marks = new MessageMarks()
  readonly all: StoredStep[] = []
  /** The recipients of whom an outcome may have been stored without an answer, such as "job record". */
  readonly inDoubt = new Set<string>()
  /** The branch that each record took at a split, by the record, the position and the shares. */
  readonly arms = new Map<string, number>()
  /** The latest move of each job to another version. */
  readonly moves = new Map<string, Move>()
  readonly #last = new Map<string, StoredStep>()
  readonly #previous = new Map<StoredStep, StoredStep>()
  readonly #waits = new Map<string, RunTime>()
  readonly #read = new Map<string, number>()
  #hasWaits = false

  constructor(moments: Moments) {
    this.moments = moments
  }

  /** Notes an outcome. A runtime that is held up may learn after later outcomes that it was stored. */
  add(stored: StoredStep): void {
    const recipient = `${stored.jobId} ${stored.recordId}`
    let [before, after] = [this.#last.get(recipient), null as StoredStep | null]
    while (before !== undefined && before.writing.moment > stored.writing.moment)
      [before, after] = [this.#previous.get(before), before]
    if (before !== undefined) this.#previous.set(stored, before)
    if (after === null) this.#last.set(recipient, stored)
    else this.#previous.set(after, stored)
    this.all.push(stored)
    if (stored.status === 'waiting') this.#hasWaits = true
  }

  /** Returns the outcome that was stored before this one for the same recipient; null for the first one. */
  previous(stored: StoredStep): StoredStep | null {
    return this.#previous.get(stored) ?? null
  }

  last(jobId: string, recordId: string): StoredStep | null {
    return this.#last.get(`${jobId} ${recordId}`) ?? null
  }

  /** Returns the outcomes of a recipient in their order. */
  of(jobId: string, recordId: string): readonly StoredStep[] {
    const outcomes: StoredStep[] = []
    for (let step = this.last(jobId, recordId); step !== null; step = this.previous(step))
      outcomes.unshift(step)
    return outcomes
  }

  /** Notes that a runtime is about to store that a recipient has reached a step that waits for an event. */
  beginWait(jobId: string, recordId: string, step: number, time: RunTime): void {
    const name = `${jobId} ${recordId} ${step}`
    if (!this.#waits.has(name)) this.#waits.set(name, time)
  }

  /** Returns the earliest time at which a recipient may have reached a step that waits for an event. */
  waitSince({ jobId, recordId, step }: Pick<StoredStep, 'jobId' | 'recordId' | 'step'>): RunTime | null {
    return this.#waits.get(`${jobId} ${recordId} ${step}`) ?? null
  }

  /** Whether a recipient has ever waited for a time or an event. */
  get hasWaits(): boolean {
    return this.#hasWaits
  }

  /** Returns the outcomes of an organization since the last call with the same name. */
  next(reader: string, organizationId: string): readonly StoredStep[] {
    const name = `${reader} ${organizationId}`
    const from = this.#read.get(name) ?? 0
    this.#read.set(name, this.all.length)
    return this.all.slice(from).filter((stored) => stored.organizationId === organizationId)
  }

  /** Forgets the outcomes from a number on, and the waits since an event, because a backup without them was restored. */
  forgetFrom(count: number, moment: number): void {
    this.all.length = count
    this.marks.restored(moment)
    this.#last.clear()
    for (const stored of this.all) this.#last.set(`${stored.jobId} ${stored.recordId}`, stored)
    for (const [jobId, move] of this.moves) if (move.moment > moment) this.moves.delete(jobId)
    for (const [wait, since] of this.#waits) if (since.moment > moment) this.#waits.delete(wait)
    for (const [reader, read] of this.#read) this.#read.set(reader, Math.min(read, count))
  }
}
