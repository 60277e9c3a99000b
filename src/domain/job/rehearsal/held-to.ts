import { DomainError } from '../../errors.ts'
import { tooManyRecipients } from '../audience/named-audience.ts'

/** What a rehearsal found, to which a trigger that names it is held. */
export interface RehearsedBefore {
  readonly spinnerId: string
  readonly version: number | null
  readonly wishDigest: string
  /** Records of the audience. */
  readonly size: number
  readonly expiresAt: Date
  /** The job that a trigger started with it; null until then. */
  readonly jobId: string | null
}

/** What is asked for now. */
export interface AskedAgain {
  readonly spinnerId: string
  /** That is published. */
  readonly version: number
  readonly wishDigest: string
}

/** By how much an audience may have grown since. */
const growth = 0.01

/** Refuses what is not what was rehearsed. */
export function heldTo(rehearsed: RehearsedBefore | null, asked: AskedAgain, now: Date): RehearsedBefore {
  if (rehearsed === null || rehearsed.expiresAt <= now) throw new DomainError('REHEARSAL_EXPIRED')
  if (rehearsed.jobId !== null)
    throw new DomainError('REHEARSAL_USED', {
      message: `This rehearsal has started the job ${rehearsed.jobId}; nothing more was started`,
      jobId: rehearsed.jobId,
    })
  if (rehearsed.spinnerId !== asked.spinnerId || rehearsed.wishDigest !== asked.wishDigest)
    throw new DomainError('AUDIENCE_CHANGED', {
      message: 'The rehearsal was of another audience, or of other data: name the same; nothing was started',
    })
  if (rehearsed.version !== asked.version)
    throw new DomainError('VERSION_CHANGED', {
      message: `${rehearsed.version === null ? 'The draft' : `Version ${rehearsed.version}`} was rehearsed, and version ${asked.version} is published; nothing was started`,
      rehearsed: rehearsed.version,
      published: asked.version,
    })
  return rehearsed
}

/** How many recipients a trigger may have: as many as it says itself, and not many more than it was rehearsed with. */
export class SizeHeldTo {
  readonly #said: number | null
  readonly #rehearsed: RehearsedBefore | null

  constructor(said: number | null, rehearsed: RehearsedBefore | null) {
    this.#said = said
    this.#rehearsed = rehearsed
  }

  get maxRecipients(): number | null {
    const most = this.#mostRehearsed
    if (most === null || this.#said === null) return most ?? this.#said
    return Math.min(most, this.#said)
  }

  /** Runs what fails with TOO_MANY_RECIPIENTS where there are more. */
  async toSize<Result>(start: () => Promise<Result>): Promise<Result> {
    try {
      return await start()
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'TOO_MANY_RECIPIENTS') throw error
      throw this.tooMany(Number(error.details['recipients']))
    }
  }

  tooMany(recipients: number): DomainError {
    const [most, rehearsed] = [this.#mostRehearsed, this.#rehearsed]
    if (rehearsed !== null && most !== null && recipients > most)
      return new DomainError('AUDIENCE_CHANGED', {
        message: `${rehearsed.size} recipients were rehearsed, and there would be ${recipients}; nothing was started`,
        rehearsed: rehearsed.size,
        recipients,
      })
    return tooManyRecipients(recipients, this.#said ?? 0)
  }

  get #mostRehearsed(): number | null {
    return this.#rehearsed && Math.floor(this.#rehearsed.size * (1 + growth))
  }
}
