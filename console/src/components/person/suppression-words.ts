import type { Suppression } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

/** The words for each reason why an address is suppressed. */
export const suppressionWords: Readonly<Record<Suppression['reason'], string>> = {
  unsubscribed: t('Unsubscribed'),
  bounced: t('Bounced'),
  complained: t('Suppressed after a spam complaint'),
  added: t('Added manually'),
}
