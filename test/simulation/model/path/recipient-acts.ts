import type { RecipientAction } from '../../../../src/domain/job/recipient/recipient-action.ts'
import type { Moments } from '../moments.ts'

/** An act of a user on the recipient of a record in a job, which the service answered. */
export interface KnownAct {
  readonly jobId: string
  readonly recordId: string
  readonly action: RecipientAction
  /** The position of the recipient before the act, and whether it then waited in a wait step before that position. */
  readonly position: number
  readonly wasInWait: boolean
  /** The numbers of the run's events at which the act began and was answered. */
  readonly begun: number
  readonly answered: number
}

/** The acts of users on single recipients. */
export class RecipientActs {
  readonly all: KnownAct[] = []
  /** The moments at which the latest act on a recipient began, by recipients such as "job record". */
  readonly #begins = new Map<string, number>()
  /** The records whose messages of a root job a user had sent again, such as "root record". */
  readonly #again = new Set<string>()
  readonly #moments: Moments

  constructor(moments: Moments) {
    this.#moments = moments
  }

  /** Notes that an act on a recipient begins; its answer may get lost. */
  begin(jobId: string, recordId: string): number {
    const moment = this.#moments.next()
    this.#begins.set(`${jobId} ${recordId}`, moment)
    return moment
  }

  noteAgain(rootId: string, recordId: string): void {
    this.#again.add(`${rootId} ${recordId}`)
  }

  /** Returns whether a user acted on a recipient, or may have acted. */
  hasActOn(jobId: string | null, recordId: string | null): boolean {
    return this.#begins.has(`${jobId} ${recordId}`)
  }

  /** Returns whether a user acted on a recipient of a job, or may have acted. */
  areIn(jobId: string): boolean {
    return [...this.#begins.keys()].some((of) => of.startsWith(`${jobId} `))
  }

  /** Returns whether a user had messages of a recipient sent again. */
  isAgain(rootId: string, recordId: string | null): boolean {
    return this.#again.has(`${rootId} ${recordId}`)
  }

  /** Returns the moment at which the next act on the recipient of an act began; infinity if none did. */
  nextAfter({ jobId, recordId, answered }: KnownAct): number {
    const latest = this.#begins.get(`${jobId} ${recordId}`) ?? 0
    const next = this.all.find(
      (act) => act.jobId === jobId && act.recordId === recordId && act.begun > answered,
    )
    return next?.begun ?? (latest > answered ? latest : Number.POSITIVE_INFINITY)
  }
}
