/** What a link may be used for. Each purpose has its own form of token, so that none passes for another. */
export const linkPurposes = ['demo'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** A permission to do one thing, once, as it is kept: never the token itself. */
export interface AccountLink {
  readonly digest: string
  readonly purpose: LinkPurpose
  /** The person it is about. */
  readonly userId: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

const minute = 60 * 1000

const validForMs: Readonly<Record<LinkPurpose, number>> = {
  demo: 30 * minute,
}

export function newAccountLink(
  link: Pick<AccountLink, 'digest' | 'purpose' | 'userId'>,
  now: Date,
): AccountLink {
  return { ...link, createdAt: now, expiresAt: new Date(now.getTime() + validForMs[link.purpose]) }
}
