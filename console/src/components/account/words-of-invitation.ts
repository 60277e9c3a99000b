import type { InvitationView } from '../../api/account/memberships.ts'
import { t } from '../../languages/text.ts'

/** Says who invites which address to an organization, and as what. */
export function wordsOfInvitation({ inviterEmail, email, role, organizationName }: InvitationView): string {
  const inviter = inviterEmail ?? t('The operator of this service')
  const article = /^[aeio]/.test(role) ? 'an' : 'a'
  return t('{inviter} invites {email} to {organizationName} as {article} {role}.', {
    inviter,
    email,
    organizationName,
    article,
    role,
  })
}
