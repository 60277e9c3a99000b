import { refusedLink } from '../../../domain/account/audit/refused-link.ts'
import type { InvitationEnd } from '../../../domain/account/invitation.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

const messages: Readonly<Record<InvitationEnd, string>> = {
  inviterLeft:
    'The invitation ended, because the person who sent it is no longer a member of the organization. Ask another member for a new invitation',
  inviterDemoted:
    'The invitation ended, because the person who sent it may no longer invite people to its role. Ask an owner or admin of the organization for a new invitation',
}

/** Throws the reason why an invitation ended with the role of its inviter. Does nothing if it did not. */
export async function refuseEndedInvitation(
  tx: Transaction,
  digest: string,
  of: { readonly organizationId?: string; readonly email: string },
): Promise<void> {
  const end = await tx.accountLinks.endOf(digest)
  if (end === null) return
  const { organizationId, email } = of
  throw refusedLink({
    purpose: 'invitation',
    message: messages[end],
    pointer: '/invitation',
    ...(organizationId === undefined ? {} : { organizationId }),
    after: { email },
  })
}
