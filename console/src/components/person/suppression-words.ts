import type { Suppression } from '../../api/schema.ts'

/** The words for each reason why an address is suppressed. */
export const suppressionWords: Readonly<Record<Suppression['reason'], string>> = {
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Suppressed after a spam complaint',
  added: 'Added manually',
}
