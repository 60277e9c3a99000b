import type { EmailMessage } from '../../../../domain/sender/message/message.ts'
import type { PlainText } from '../../../../ports/sender/message/plain-text.ts'

/** Returns the message as it is sent. If it has only HTML, a plain text is generated from it. */
export async function withPlainText(message: EmailMessage, plainText: PlainText): Promise<EmailMessage> {
  const { text, html, organizationId } = message
  if (text !== null || html === null) return message
  return { ...message, plainText: await plainText.of(html, organizationId) }
}
