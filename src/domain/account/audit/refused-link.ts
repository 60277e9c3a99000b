import type { LinkPurpose } from '../account-link.ts'
import type { AuditFacts } from './facts.ts'
import { RefusedAttempt } from './refused-attempt.ts'

export interface RefusedLink {
  readonly purpose: LinkPurpose | 'passwordReset'
  /** The message of the error: the reason why the link was refused, and how to get another link. */
  readonly message: string
  /** The JSON pointer of the request field that contained the token of the link. */
  readonly pointer: string
  readonly organizationId?: string
  readonly after?: AuditFacts
}

/** Returns the error for a link that is used, expired, forged or meant for another person. */
export function refusedLink({
  purpose,
  message,
  pointer,
  organizationId,
  after,
}: RefusedLink): RefusedAttempt {
  return new RefusedAttempt(
    'VALIDATION_FAILED',
    { message, errors: [{ pointer, code: 'INVALID_TOKEN' }] },
    {
      action: 'link.refused',
      organizationId: organizationId ?? null,
      subject: { kind: 'link', id: null, name: purpose },
      ...(after === undefined ? {} : { after }),
    },
  )
}
