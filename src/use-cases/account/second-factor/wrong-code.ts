import type { AuditFacts } from '../../../domain/account/audit/facts.ts'
import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import type { User } from '../../../domain/account/user.ts'

/** Returns the error for a code that is wrong, is no longer valid or was used before. */
export function wrongCode(user: User, message: string, after?: AuditFacts): RefusedAttempt {
  return refused(user, [{ pointer: '/code', code: 'WRONG_CODE', message }], after)
}

/** Returns the error for an answer of a passkey that does not verify, or that answers an old challenge. */
export function wrongPasskey(user: User, message: string, after?: AuditFacts): RefusedAttempt {
  return refused(user, [{ pointer: '/passkey', code: 'WRONG_PASSKEY', message }], after)
}

function refused(
  user: User,
  errors: readonly [{ readonly pointer: string; readonly code: string; readonly message: string }],
  after: AuditFacts = {},
): RefusedAttempt {
  const { organizationId, email } = user
  const attempt = {
    action: 'secondFactor.refused',
    organizationId,
    subject: userAuditSubject(email, user),
    ...(Object.keys(after).length > 0 ? { after } : {}),
  } as const
  return new RefusedAttempt('VALIDATION_FAILED', { message: errors[0].message, errors }, attempt)
}
