import { DomainError } from '../../errors.ts'

/** What a rehearsal found, to which a trigger that names it is held. */
export interface RehearsedBefore {
  readonly spinnerId: string
  readonly version: number | null
  readonly wishDigest: string
  /** Records of the audience. */
  readonly size: number
  readonly expiresAt: Date
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

/** Refuses what is not what was rehearsed. Answers how many recipients it may have. */
export function heldTo(rehearsed: RehearsedBefore | null, asked: AskedAgain, now: Date): number {
  if (rehearsed === null || rehearsed.expiresAt <= now) throw new DomainError('REHEARSAL_EXPIRED')
  if (rehearsed.spinnerId !== asked.spinnerId || rehearsed.wishDigest !== asked.wishDigest)
    throw new DomainError('AUDIENCE_CHANGED', {
      message: 'The rehearsal was of another audience, or of other data: name the same; nothing was started',
    })
  if (rehearsed.version !== asked.version)
    throw new DomainError('VERSION_CHANGED', {
      message: `Version ${rehearsed.version ?? 'of the draft'} was rehearsed, and version ${asked.version} is published; nothing was started`,
      rehearsed: rehearsed.version,
      published: asked.version,
    })
  return mostAfter(rehearsed)
}

export function mostAfter({ size }: Pick<RehearsedBefore, 'size'>): number {
  return Math.floor(size * (1 + growth))
}

export function grown({ size }: Pick<RehearsedBefore, 'size'>, recipients: number): DomainError {
  return new DomainError('AUDIENCE_CHANGED', {
    message: `${size} recipients were rehearsed, and there would be ${recipients}; nothing was started`,
    rehearsed: size,
    recipients,
  })
}
