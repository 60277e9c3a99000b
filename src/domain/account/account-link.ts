import type { Role } from './role.ts'

/**
 * The purposes of links that are sent by e-mail or shown to the operator, of sign-ins that wait for the second
 * factor, and of challenges that a passkey signs. Each purpose has its own form of token, so that a token of one purpose is not valid for another.
 */
const linkPurposes = [
  'demo',
  'invitation',
  'confirmation',
  'signIn',
  'oldAddress',
  'newAddress',
  'newPasskey',
  'passkeyProof',
  'passkeySignIn',
] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/**
 * A link that permits one action on an account once, such as accepting an invitation. The database stores a
 * digest instead of the link's token.
 */
export interface AccountLink {
  readonly digest: string
  readonly purpose: LinkPurpose
  /** The user whose account the link signs in to or confirms; null if the person has no account yet. */
  readonly userId: string | null
  /** The e-mail address that an invitation link was sent to, or to which a change of address leads. */
  readonly email: string | null
  /**
   * The organization that a new account joins by the link, or to which the user of the link belongs; null if the link
   * creates a new organization.
   */
  readonly organizationId: string | null
  /**
   * The role that the person who opens an invitation link gets in the organization; null for other links,
   * and if no role is stored.
   */
  readonly role: Role | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The purposes of the two links that together change the address of a user: one is mailed to each address. */
export const addressPurposes = ['oldAddress', 'newAddress'] as const
export type AddressPurpose = (typeof addressPurposes)[number]

/**
 * The purposes of links that end when a user gets a new password, because they may have been requested by a person
 * who knew the earlier one.
 */
export const endedByNewPassword: readonly LinkPurpose[] = [
  'signIn',
  'newPasskey',
  'passkeyProof',
  ...addressPurposes,
]

const minute = 60 * 1000
const day = 24 * 60 * minute

const validForMs: Readonly<Record<LinkPurpose, number>> = {
  demo: 30 * minute,
  invitation: 7 * day,
  confirmation: day,
  signIn: 10 * minute,
  oldAddress: day,
  newAddress: day,
  newPasskey: 10 * minute,
  passkeyProof: 10 * minute,
  passkeySignIn: 10 * minute,
}

export function newAccountLink(
  { userId = null, email = null, organizationId = null, role = null, ...link }: NewAccountLink,
  now: Date,
): AccountLink {
  const expiresAt = new Date(now.getTime() + validForMs[link.purpose])
  return { ...link, userId, email, organizationId, role, createdAt: now, expiresAt }
}

type NewAccountLink = Pick<AccountLink, 'digest' | 'purpose'> &
  Partial<Pick<AccountLink, 'userId' | 'email' | 'organizationId' | 'role'>>
