import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import type { User } from '../../../domain/account/user.ts'

/** Returns the error for a code that is wrong, is no longer valid or was used before. */
export function wrongCode(user: User): RefusedAttempt {
  const message = 'The code is wrong, too old, or was used before. Enter the code that the app shows now'
  const errors = [{ pointer: '/code', code: 'WRONG_CODE', message }]
  const { organizationId, email } = user
  const attempt = {
    action: 'secondFactor.refused',
    organizationId,
    subject: accountSubject(email, user),
  } as const
  return new RefusedAttempt('VALIDATION_FAILED', { message, errors }, attempt)
}
