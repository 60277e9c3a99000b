import type { SendMailOptions } from 'nodemailer'
import type { Attachment } from '../../domain/sender/message/attachment.ts'
import type { EmailMessage } from '../../domain/sender/message/message.ts'
import { ownIdHeader } from '../../domain/sender/message/own-id-header.ts'

/** The header of an e-mail that marks it as a test mail, which a user has sent to see a step of a spinner. */
const testHeader = 'X-Spindle-Test'

/**
 * Options that forbid nodemailer to read files and URLs that an e-mail names, because users write the
 * templates.
 */
export const noFileOrUrlAccess = { disableFileAccess: true, disableUrlAccess: true } as const

/** Returns an e-mail with its headers and bodies, ready to be sent by SMTP or through a provider's API. */
export function composedMail(
  message: EmailMessage,
  messageId: string,
  more: Readonly<Record<string, string>> = {},
): SendMailOptions {
  const { to, subject, unsubscribeUrl, from, thread, attachments, isTest, isAccountMail } = message
  const { text, html, plainText = null } = message
  const plain = text ?? plainText
  return {
    ...(from === null ? {} : { from: { name: from.name, address: from.email } }),
    ...(from?.replyTo == null ? {} : { replyTo: { name: '', address: from.replyTo } }),
    to: { name: '', address: to },
    subject,
    ...(plain === null ? {} : { text: plain }),
    ...(html === null ? {} : { html }),
    messageId,
    ...(thread === null ? {} : { inReplyTo: thread.inReplyTo, references: [...thread.references] }),
    headers: {
      // RFC 8058: these headers let the button of a mail program unsubscribe a person without a page in
      // between.
      ...(isAccountMail
        ? {}
        : {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
      ...(isTest ? { [testHeader]: 'true' } : {}),
      ...more,
    },
    attachments: attachments.map(nodemailerAttachment),
  }
}

function nodemailerAttachment({ id, name, type, content, inline }: Attachment) {
  const file = { filename: name, contentType: type, content: Buffer.from(content) }
  return inline ? { ...file, cid: id, contentDisposition: 'inline' as const } : file
}

/** Returns the bytes of an e-mail as MIME, for an API that takes whole messages. */
export async function mimeOf(message: EmailMessage, messageId: string): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js')
  const mail = composedMail(message, messageId, { [ownIdHeader]: messageId })
  return new MailComposer({ ...mail, ...noFileOrUrlAccess }).compile().build()
}
