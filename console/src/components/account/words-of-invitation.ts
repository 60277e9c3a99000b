import type { InvitationView } from '../../api/account/memberships.ts'

/** Says who invites which address to an organization, and as what. */
export function wordsOfInvitation({ inviterEmail, email, role, organizationName }: InvitationView): string {
  const inviter = inviterEmail ?? 'The operator of this service'
  const article = /^[aeio]/.test(role) ? 'an' : 'a'
  return `${inviter} invites ${email} to ${organizationName} as ${article} ${role}.`
}
