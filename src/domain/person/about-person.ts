import { normalizedEmail } from '../email-address.ts'
import type { OutboxMessage } from '../sender/message/message.ts'
import { textNames } from './erasure.ts'

/**
 * Returns whether a message was sent to the person's address, or mentions the address or another text by
 * which the person is searched. An erasure deletes such messages, and an export contains them.
 */
export function isAboutPerson(
  { to, subject, text, html }: Pick<OutboxMessage, 'to' | 'subject' | 'text' | 'html'>,
  address: string | null,
  words: string | null,
): boolean {
  if (address !== null && normalizedEmail(to) === address) return true
  return [subject, text, html].some((one) => textNames(one, words))
}
