import { DomainError } from '../../errors.ts'
import { sentence } from '../../text/sentence.ts'
import { tooManyRecipients } from '../audience/named-audience.ts'

/** A stored rehearsal that a trigger names. The trigger starts a job only if it matches the rehearsal. */
export interface EarlierRehearsal {
  readonly spinnerId: string
  readonly version: number | null
  /** Whether the trigger asks for the rehearsed audience and data, and its segments have the rehearsed conditions. */
  readonly isSameTrigger: boolean
  /**
   * The number of records in the audience when the rehearsal ran. A trigger that names the rehearsal may have 1
   * % more.
   */
  readonly size: number
  readonly expiresAt: Date
  /** The job that a trigger started with this rehearsal; null while there is none. */
  readonly jobId: string | null
}

/** The parts of a trigger that are compared with its rehearsal. */
interface RehearsalComparison {
  readonly spinnerId: string
  /** The published version of the spinner, which the trigger would run. */
  readonly version: number
}

/** The share by which the audience of a trigger may exceed the rehearsed audience: 1 %. */
const growth = 0.01

/**
 * Returns the rehearsal if the trigger matches it. Throws if the rehearsal has expired, was used, or differs
 * in audience, data or version.
 */
export function assertMatchesRehearsal(
  rehearsed: EarlierRehearsal | null,
  requested: RehearsalComparison,
  now: Date,
): EarlierRehearsal {
  if (rehearsed === null || rehearsed.expiresAt <= now) throw new DomainError('REHEARSAL_EXPIRED')
  if (rehearsed.jobId !== null)
    throw new DomainError('REHEARSAL_USED', {
      message: sentence('This rehearsal has already started the job {jobId}; no other job was started', {
        jobId: rehearsed.jobId,
      }),
      jobId: rehearsed.jobId,
    })
  if (rehearsed.spinnerId !== requested.spinnerId || !rehearsed.isSameTrigger)
    throw new DomainError('AUDIENCE_CHANGED', {
      message:
        'The audience, the data or a segment differs from the rehearsal; nothing was started. Send the same audience and data, or rehearse again',
    })
  if (rehearsed.version !== requested.version)
    throw new DomainError('VERSION_CHANGED', {
      message:
        rehearsed.version === null
          ? sentence('The draft was rehearsed, but version {published} is published; nothing was started', {
              published: String(requested.version),
            })
          : sentence(
              'Version {rehearsed} was rehearsed, but version {published} is published; nothing was started',
              { rehearsed: rehearsed.version, published: String(requested.version) },
            ),
      rehearsed: rehearsed.version,
      published: requested.version,
    })
  return rehearsed
}

/**
 * The highest number of recipients that a trigger may have: the lower of its own limit and the rehearsed
 * number plus 1 %.
 */
export class RecipientLimit {
  readonly #said: number | null
  readonly #rehearsed: EarlierRehearsal | null

  constructor(said: number | null, rehearsed: EarlierRehearsal | null) {
    this.#said = said
    this.#rehearsed = rehearsed
  }

  get maxRecipients(): number | null {
    const most = this.#maxRehearsed
    if (most === null || this.#said === null) return most ?? this.#said
    return Math.min(most, this.#said)
  }

  /**
   * Runs `start`, and replaces its error TOO_MANY_RECIPIENTS by AUDIENCE_CHANGED if the limit came from the
   * rehearsal.
   */
  async within<Result>(start: () => Promise<Result>): Promise<Result> {
    try {
      return await start()
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'TOO_MANY_RECIPIENTS') throw error
      throw this.tooMany(Number(error.details['recipients']))
    }
  }

  tooMany(recipients: number): DomainError {
    const [most, rehearsed] = [this.#maxRehearsed, this.#rehearsed]
    if (rehearsed !== null && most !== null && recipients > most)
      return new DomainError('AUDIENCE_CHANGED', {
        message: sentence(
          '{size} recipients were rehearsed, but the job would have {recipients}; nothing was started',
          { size: rehearsed.size, recipients },
        ),
        rehearsed: rehearsed.size,
        recipients,
      })
    return tooManyRecipients(recipients, this.#said ?? 0)
  }

  get #maxRehearsed(): number | null {
    return this.#rehearsed && Math.floor(this.#rehearsed.size * (1 + growth))
  }
}
