import type { ApiKey } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'

/** Returns when and how an API key ends: at its expiry or its revocation, whichever comes first. */
export function endOf({ expiresAt, revokedAt }: ApiKey): { at: string | null; word: string; over: boolean } {
  const first = [expiresAt, revokedAt].filter((at) => at !== null).toSorted()[0]
  if (first === undefined) return { at: null, word: '', over: false }
  const over = Date.parse(first) <= Date.now()
  if (first === revokedAt) return { at: first, word: over ? t('revoked') : t('ends'), over }
  return { at: first, word: over ? t('expired') : t('expires'), over }
}
