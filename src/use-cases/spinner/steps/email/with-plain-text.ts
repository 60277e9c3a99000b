import type { EmailMessage } from '../../../../domain/sender/message/message.ts'
import type { Templates } from '../../../../ports/spinner/templates.ts'

/** Returns the message as it is sent. If it has only HTML, a plain text is generated from it. */
export async function withPlainText(message: EmailMessage, templates: Templates): Promise<EmailMessage> {
  const { text, html, organizationId } = message
  if (text !== null || html === null) return message
  return { ...message, plainText: await templates.plainTextOf(html, organizationId) }
}
