import type { LinkPurpose } from '../account-link.ts'
import type { Facts } from './facts.ts'
import { RefusedAttempt } from './refused-attempt.ts'

export interface RefusedLink {
  readonly purpose: LinkPurpose | 'passwordReset'
  /** Why, and where to get another one. */
  readonly message: string
  /** The field that it came in. */
  readonly pointer: string
  readonly organizationId?: string
  readonly after?: Facts
}

/** A link that opens nothing: used, too old, another's, or made up. */
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
