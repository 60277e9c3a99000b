import type { AccountLink, LinkPurpose } from '../../../domain/account/account-link.ts'

export interface AccountLinkStore {
  add(link: AccountLink): Promise<void>
  /** Uses it up and answers it; null for one that is unknown, of another purpose, used or too old. */
  take(digest: string, purpose: LinkPurpose, at: Date): Promise<AccountLink | null>
}
