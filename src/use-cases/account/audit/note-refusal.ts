import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { AuditEvent } from '../../../domain/account/audit/audit-entry.ts'
import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import { AttemptsExhausted } from '../../../domain/account/sessions/attempts-exhausted.ts'
import type { NoteAttempt } from './note-attempt.ts'

export interface NoteRefusalCommand {
  readonly error: unknown
  /** The id of the organization whose user sent the failed request; null if no user is signed in. */
  readonly organizationId: string | null
  /** Returns the actor of the failed request. Called only if an audit entry is written. */
  readonly by: () => Actor
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
    if (error instanceof RefusedAttempt) await this.#noteAttempt.execute({ ...error.attempt, by: by() })
    else if (error instanceof AttemptsExhausted && error.isFirst)
      await this.#noteAttempt.execute(exhausted(error, organizationId, by()))
  }
}

function exhausted(
  { attempts, countedBy, account }: AttemptsExhausted,
  organizationId: string | null,
  by: Actor,
): AuditEvent {
  const subject =
    by.kind === 'person'
      ? accountSubject(by.email, { id: by.userId })
      : accountSubject(account ?? by.address ?? '')
  return { action: 'attempts.refused', subject, after: { attempts, countedBy }, organizationId, by }
}
