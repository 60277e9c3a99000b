import type { Role } from './role.ts'

/** What a link may be used for. Each purpose has its own form of token, so that none passes for another. */
const linkPurposes = ['demo', 'invitation', 'confirmation'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** A permission to do one thing, once, as it is kept: never the token itself. */
export interface AccountLink {
  readonly digest: string
  readonly purpose: LinkPurpose
  /** The person it is about, where there is one already. */
  readonly userId: string | null
  /** The address that it invites. */
  readonly email: string | null
  /** The organization that it leads into; null for one that is yet to be created. */
  readonly organizationId: string | null
  /** What the person will be in it. */
  readonly role: Role | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

const minute = 60 * 1000
const day = 24 * 60 * minute

const validForMs: Readonly<Record<LinkPurpose, number>> = {
  demo: 30 * minute,
  invitation: 7 * day,
  confirmation: day,
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
