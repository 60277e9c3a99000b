import { Readable } from 'node:stream'
import { createTransport, type Transporter } from 'nodemailer'
import type { Outcome } from '../../domain/job/recipient.ts'
import type { Attachment } from '../../domain/sender/attachment.ts'
import type { EmailMessage } from '../../domain/sender/message.ts'
import { EmailChannel } from '../../ports/sender/email-channel.ts'
import type { MessageIds } from '../../ports/sender/message-ids.ts'

export interface SmtpChannelOptions {
  readonly url: string
  readonly from: string
  readonly connections: number
  readonly messageIds: MessageIds
}

/** Whether a message's text was asked for, which the server does when it is ready to take it. */
interface Handing {
  begun: boolean
}

/** By which rules and people tell a test from what was meant for somebody. */
const testHeader = 'X-Spindle-Test'

/** No server was asked: there is something wrong with the message itself. */
const aboutMessage = new Set(['EENVELOPE', 'EMESSAGE'])

/** Sends by SMTP over a few kept connections. */
export class SmtpChannel extends EmailChannel {
  override readonly atOnce: number
  readonly #transport: Transporter
  readonly #messageIds: MessageIds

  constructor({ url, from, connections, messageIds }: SmtpChannelOptions) {
    super()
    this.#messageIds = messageIds
    this.atOnce = connections
    const options = {
      url,
      pool: true,
      maxConnections: connections,
      maxMessages: 1_000,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // What people write into templates reads no file and fetches no address.
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    this.#transport = createTransport(options, { from })
    this.#transport.use('stream', noteHanding)
  }

  override async send(message: EmailMessage): Promise<Outcome> {
    const { to, subject, text, html, unsubscribeUrl, from, attachments, isTest } = message
    const handing: Handing = { begun: false }
    try {
      const mail = {
        handing,
        to: { name: '', address: to },
        subject,
        ...(text === null ? {} : { text }),
        ...(html === null ? {} : { html }),
        messageId: this.#messageIds.idFor(message, from?.address ?? null),
        headers: {
          // RFC 8058: a mail program's own button, without a page in between.
          'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          ...(isTest ? { [testHeader]: 'true' } : {}),
        },
        attachments: attachments.map(mimePart),
      }
      const { response } = (await this.#transport.sendMail(mail)) as { readonly response: string }
      const receipt = { messageId: mail.messageId, providerId: null, providerThread: null }
      return { kind: 'sent', receipt: { ...receipt, words: firstLine(response) } }
    } catch (error) {
      return outcomeOf(error, handing)
    }
  }

  close(): void {
    this.#transport.close()
  }
}

function mimePart({ id, name, type, content, inline }: Attachment) {
  const file = { filename: name, contentType: type, content: Buffer.from(content) }
  return inline ? { ...file, cid: id, contentDisposition: 'inline' as const } : file
}

/**
 * The connection's errors do not say how far it was: one that ends after the message was handed over
 * looks like one that ends before. So the message itself notes when it is read.
 */
function noteHanding(mail: unknown, done: () => void): void {
  const { data, message } = mail as {
    data: { handing: Handing }
    message: { createReadStream(): Readable }
  }
  const whole = message.createReadStream.bind(message)
  async function* handed(): AsyncIterable<Buffer> {
    data.handing.begun = true
    yield* whole() as AsyncIterable<Buffer>
  }
  message.createReadStream = () => Readable.from(handed(), { objectMode: false })
  done()
}

/** Unconfirmed only where the server may have taken the message without saying so; in all other cases it has answered, or was never given the message. */
function outcomeOf(error: unknown, { begun }: Handing): Outcome {
  const { code = '', command = '', responseCode, response, message = '' } = error as SmtpError
  const said = firstLine(response ?? message)
  // Who we are and how we connect says nothing of the recipient.
  if (responseCode === undefined && aboutMessage.has(code))
    return {
      kind: 'failed',
      code: 'MESSAGE_NOT_SENDABLE',
      reason: `The message cannot be sent: ${said}`,
    }
  if (code === 'EAUTH' || (responseCode === undefined && !begun))
    return {
      kind: 'transient',
      code: 'MAIL_SERVER_UNUSABLE',
      reason: `The SMTP server cannot be used: ${said}`,
    }
  if (responseCode === undefined) {
    const reason = `The SMTP server went away while it took the message: ${said}`
    return { kind: 'unconfirmed', code: 'MAIL_CUT_OFF', reason }
  }
  if (responseCode < 500)
    return { kind: 'transient', code: 'MAIL_PUT_OFF', reason: `The SMTP server put it off: ${said}` }
  const reason = `The SMTP server refused it: ${said}`
  return command === 'RCPT TO' && isUnknownMailbox(responseCode, said)
    ? { kind: 'failed', code: 'MAILBOX_UNKNOWN', reason, bounced: true }
    : { kind: 'failed', code: 'MESSAGE_REFUSED', reason }
}

interface SmtpError {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
  readonly message?: string
}

/**
 * The address is refused for good, and not the sender, its network or what it says: most servers
 * report those at the recipient too, and one blacklisted address of ours must not end a campaign's
 * every address. Where a server gives the exact code, only that is believed.
 */
function isUnknownMailbox(responseCode: number, said: string): boolean {
  const [, exact] = /\b(5\.\d{1,3}\.\d{1,3})\b/.exec(said) ?? []
  if (exact !== undefined) return unknownMailbox.has(exact)
  return (
    (responseCode === 550 || responseCode === 551) &&
    !/sender|relay|block|polic|spam|denied|reject/i.test(said)
  )
}

/** Bad mailbox, bad system, bad syntax, moved, null MX. */
const unknownMailbox = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10'])

function firstLine(text: string): string {
  return (text.split(/[\r\n]/, 1)[0] ?? '').slice(0, 200)
}
