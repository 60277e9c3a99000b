import { completeMail, type MailContent } from '../../../../domain/sender/message/complete-mail.ts'
import type { EmailMessage } from '../../../../domain/sender/message/message.ts'
import type { Templates } from '../../../../ports/spinner/templates.ts'

/** Returns an e-mail as it is sent. If it has only HTML, a plain text is generated from it. */
export async function completeMessage(content: MailContent, templates: Templates): Promise<EmailMessage> {
  const { text, html, organizationId } = content
  if (text !== null || html === null) return completeMail(content, content.from)
  return completeMail(content, content.from, await templates.plainTextOf(html, organizationId))
}
