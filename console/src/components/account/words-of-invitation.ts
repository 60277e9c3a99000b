import type { InvitationView } from '../../api/account/memberships.ts'
import { t } from '../../languages/text.ts'

const withArticle: Readonly<Record<InvitationView['role'], string>> = {
  owner: t('an owner'),
  admin: t('an admin'),
  editor: t('an editor'),
  viewer: t('a viewer'),
}

/** Says who invites which address to an organization, and as what. */
export function wordsOfInvitation({ inviterEmail, email, role, organizationName }: InvitationView): string {
  const inviter = inviterEmail ?? t('The operator of this service')
  return t('{inviter} invites {email} to {organizationName} as {role}.', {
    inviter,
    email,
    organizationName,
    role: withArticle[role],
  })
}
