import { Readable } from 'node:stream'
import { createTransport, type Transporter } from 'nodemailer'
import type { SendOutcome } from '../../domain/job/recipient/put-off.ts'
import type { EmailMessage } from '../../domain/sender/message/message.ts'
import { judge } from '../../domain/sender/refusal/refusal.ts'
import { cutText, storableText } from '../../domain/storable-text.ts'
import { EmailChannel } from '../../ports/sender/message/email-channel.ts'
import type { MessageIds } from '../../ports/sender/message/message-ids.ts'
import { withErrorsHandled } from '../streams/stream-errors.ts'
import { composedMail, withoutAccess } from './composed-mail.ts'
import type { GetSocket } from './senders/guarded-socket.ts'
import { needsAttention } from './senders/needs-attention.ts'
import { scopeOfReply, secondsNamedIn } from './smtp-put-off.ts'

export interface SmtpChannelOptions {
  readonly server: { readonly url: string } | SmtpAccount
  /** Of messages that do not say who they are from. */
  readonly from: string | null
  readonly connections: number
  readonly messageIds: MessageIds
  /** The server does not let us in any more, in its words. */
  readonly onRefused?: (words: string) => Promise<void>
}

/** A server that people have named, and how to sign in at it. */
export interface SmtpAccount {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly auth: { readonly user: string; readonly pass: string }
  readonly getSocket: GetSocket
}

/** Whether a message's text was asked for, which the server does when it is ready to take it. */
interface Handing {
  begun: boolean
}

/** No server was asked: there is something wrong with the message itself. */
const aboutMessage = new Set(['EENVELOPE', 'EMESSAGE'])

/** Sends by SMTP over a few kept connections. */
export class SmtpChannel extends EmailChannel {
  override readonly atOnce: number
  readonly #options: SmtpChannelOptions
  #transport: Transporter | null = null
  #underWay = 0
  #resting = false

  constructor(options: SmtpChannelOptions) {
    super()
    this.atOnce = options.connections
    this.#options = options
  }

  override async send(message: EmailMessage): Promise<SendOutcome> {
    const handing: Handing = { begun: false }
    const { messageIds, onRefused } = this.#options
    const messageId = messageIds.idFor(message, message.from?.address ?? null)
    this.#underWay++
    try {
      this.#transport ??= this.#opened()
      const mail = { handing, ...composedMail(message, messageId) }
      const { response } = (await this.#transport.sendMail(mail)) as { response?: string }
      const words = response === undefined ? null : firstLine(response)
      return { kind: 'sent', receipt: { messageId, providerId: null, providerThread: null, words } }
    } catch (error) {
      const words = signInRefused(error)
      if (words === null || onRefused === undefined) return outcomeOf(error, handing)
      await onRefused(words)
      return needsAttention(words)
    } finally {
      this.#underWay--
      this.#rest()
    }
  }

  /** Takes leave of the server once nothing is under way. A message that comes later opens a connection again. */
  close(): void {
    this.#resting = true
    this.#rest()
  }

  #rest(): void {
    if (!this.#resting || this.#underWay > 0) return
    this.#transport?.close()
    this.#transport = null
  }

  #opened(): Transporter {
    const { server, from, connections } = this.#options
    const options = {
      ...server,
      ...withoutAccess,
      pool: true,
      maxConnections: connections,
      maxMessages: 1_000,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    }
    const transport = createTransport(options, from === null ? {} : { from })
    transport.use('stream', noteHanding)
    return transport
  }
}

/** The words of a server that knows us and does not let us in; null for anything else, which may pass by itself. */
function signInRefused(error: unknown): string | null {
  const { code, responseCode = 0, response, message = '' } = error as SmtpError
  return code === 'EAUTH' && responseCode >= 500 ? firstLine(response ?? message) : null
}

/**
 * The connection's errors do not say how far it was: one that ends after the message was handed over
 * looks like one that ends before. So the message itself notes when it is read.
 */
function noteHanding(mail: unknown, done: () => void): void {
  const { data, message } = mail as {
    data: { handing: Handing }
    message: { createReadStream: () => Readable }
  }
  const whole = message.createReadStream.bind(message)
  async function* handed(): AsyncIterable<Buffer> {
    data.handing.begun = true
    yield* withErrorsHandled(whole()) as AsyncIterable<Buffer>
  }
  message.createReadStream = () => withErrorsHandled(Readable.from(handed(), { objectMode: false }))
  done()
}

/**
 * Unconfirmed only where the server may have taken the message without saying so; in all other cases it has answered,
 * or was never given the message.
 */
function outcomeOf(error: unknown, { begun }: Handing): SendOutcome {
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
      kind: 'putOff',
      scope: 'server',
      seconds: secondsNamedIn(said),
      code: 'MAIL_SERVER_UNUSABLE',
      reason: `The SMTP server cannot be used: ${said}`,
    }
  if (responseCode === undefined) {
    const reason = `The SMTP server went away while it took the message: ${said}`
    return { kind: 'unconfirmed', code: 'MAIL_CUT_OFF', reason }
  }
  if (responseCode < 500)
    return {
      kind: 'putOff',
      scope: scopeOfReply({ code: responseCode, said, command }),
      seconds: secondsNamedIn(said),
      code: 'MAIL_PUT_OFF',
      reason: `The SMTP server put it off: ${said}`,
    }
  const reason = `The SMTP server refused it: ${said}`
  return command === 'RCPT TO' && isUnknownMailbox(responseCode, response ?? message)
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
 * Whether the mailbox does not exist or takes no mail. Most servers refuse the sender and its network at the recipient
 * too, and one blocked address of ours must not end every address of a campaign.
 */
function isUnknownMailbox(responseCode: number, said: string): boolean {
  // Some libraries leave the code out of the words.
  const words = said.startsWith(String(responseCode)) ? said : `${responseCode} ${said}`
  return judge({ status: null, words, stage: 'recipient' }).cause === 'mailbox'
}

function firstLine(text: string): string {
  return cutText(storableText(text.split(/[\r\n]/, 1)[0] ?? ''), 200)
}
