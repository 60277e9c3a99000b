import type { Actor } from '../../../domain/account/audit/actor.ts'
import { type Attempt, RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import { AttemptsExhausted } from '../../../domain/account/sessions/attempts-exhausted.ts'
import type { NoteAttempt } from './note-attempt.ts'

export interface NoteRefusalCommand {
  readonly error: unknown
  /** The id of the organization whose user sent the failed request; null if no user is signed in. */
  readonly organizationId: string | null
  readonly by: Actor
}

/**
 * Writes an audit entry about a failed request if its error is security-relevant, such as a refused sign-in.
 */
export class NoteRefusal {
  readonly #noteAttempt: NoteAttempt

  constructor(noteAttempt: NoteAttempt) {
    this.#noteAttempt = noteAttempt
  }

  async execute({ error, organizationId, by }: NoteRefusalCommand): Promise<void> {
    if (error instanceof RefusedAttempt) await this.#noteAttempt.execute({ ...error.attempt, by })
    else if (error instanceof AttemptsExhausted && error.isFirst)
      await this.#noteAttempt.execute({ ...exhausted(error, by), organizationId, by })
  }
}

function exhausted(
  { attempts, countedBy, account }: AttemptsExhausted,
  by: Actor,
): Pick<Attempt, 'action' | 'subject' | 'after'> {
  const subject =
    by.kind === 'person'
      ? accountSubject(by.email, { id: by.userId })
      : accountSubject(account ?? by.address ?? '')
  return { action: 'attempts.refused', subject, after: { attempts, countedBy } }
}
