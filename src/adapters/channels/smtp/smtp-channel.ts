import { Readable } from 'node:stream'
import type { Transporter } from 'nodemailer'
import type { SendOutcome } from '../../../domain/job/recipient/temporary-refusal.ts'
import type { EmailMessage } from '../../../domain/sender/message/message.ts'
import { refusesPasswordSignIn, withSignInRemedy } from '../../../domain/sender/refusal/password-sign-in.ts'
import { judgeRefusal } from '../../../domain/sender/refusal/refusal.ts'
import type { SmtpServer } from '../../../domain/sender/smtp-server.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import { cutText, storableText } from '../../../domain/text/storable-text.ts'
import { EmailChannel } from '../../../ports/sender/message/channels.ts'
import type { MessageTokens } from '../../../ports/sender/message/message-tokens.ts'
import { withErrorsHandled } from '../../streams/stream-errors.ts'
import { composedMail, noFileOrUrlAccess } from '../composed-mail.ts'
import type { GetSocket } from '../senders/guarded-socket.ts'
import { needsAttention } from '../senders/idle-channels.ts'
import { scopeOfReply, secondsNamedIn } from './smtp-temporary-refusal.ts'

export interface SmtpChannelOptions {
  readonly server: { readonly url: string } | SmtpAccount
  /** The sender address of messages that have no sender of their own. */
  readonly from: string | null
  readonly connections: number
  readonly messageTokens: MessageTokens
  /** Called with the server's error text if the SMTP server refuses the sign-in. */
  readonly onRefused?: (serverResponse: string) => Promise<void>
  /** The longest time in milliseconds for one message, with the sign-in. */
  readonly maxMs?: number
}

/**
 * The usual longest time in milliseconds for one message: the largest attachments at one megabit per second. The
 * limit of inactivity does not stop a server that sends a part of its reply every few seconds.
 */
const defaultMaxMs = 120_000

/** An SMTP server that a user has set up, with its credentials. */
interface SmtpAccount {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly auth: { readonly user: string; readonly pass: string }
  readonly getSocket: GetSocket
}

/**
 * Whether nodemailer has begun to read the text of a message. It reads the text when the SMTP server is ready
 * to receive it, so an earlier failure sent nothing.
 */
interface Handing {
  begun: boolean
}

/** Error codes of nodemailer about the message itself. No server was contacted, and the message fails. */
const aboutMessage = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * `SmtpChannel` sends e-mails by SMTP over a few connections that are kept open. nodemailer is loaded at the first
 * e-mail, because it takes 2 MB and many processes send none.
 */
export class SmtpChannel extends EmailChannel {
  override readonly atOnce: number
  readonly #options: SmtpChannelOptions
  #transport: Promise<Transporter> | null = null
  #messagesInTransit = 0
  #resting = false

  constructor(options: SmtpChannelOptions) {
    super()
    this.atOnce = options.connections
    this.#options = options
  }

  override async send(message: EmailMessage): Promise<SendOutcome> {
    const handing: Handing = { begun: false }
    const { messageTokens, onRefused, maxMs = defaultMaxMs } = this.#options
    const messageId = messageTokens.messageIdFor(message, message.from?.email ?? null)
    this.#messagesInTransit++
    try {
      this.#transport ??= this.#opened()
      const transport = await this.#transport
      const signal = AbortSignal.timeout(maxMs)
      const mail = { handing, signal, ...composedMail(message, messageId) }
      const { response } = (await transport.sendMail(mail)) as { response?: string }
      const serverResponse = response === undefined ? null : firstLine(response)
      return { kind: 'sent', receipt: { messageId, providerId: null, providerThread: null, serverResponse } }
    } catch (error) {
      const serverResponse = signInRefused(error)
      if (serverResponse === null || onRefused === undefined) return outcomeOf(error, handing)
      // Ignores an error of the report. The server has refused the sign-in, so the message was not sent, and an
      // exception would count it as unconfirmed. The next message reports the refusal again.
      await onRefused(serverResponse).catch(() => {})
      return needsAttention(serverResponse)
    } finally {
      this.#messagesInTransit--
      this.#rest()
    }
  }

  /** Closes the SMTP connections once no message is in progress. A later message opens a connection again. */
  close(): void {
    this.#resting = true
    this.#rest()
  }

  #rest(): void {
    if (!this.#resting || this.#messagesInTransit > 0) return
    void this.#transport?.then((transport) => transport.close())
    this.#transport = null
  }

  async #opened(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    const { server, from, connections } = this.#options
    const options = {
      ...server,
      ...noFileOrUrlAccess,
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

/**
 * Returns the error text of an SMTP server that refuses the sign-in; null for any other error, which may be
 * temporary. Microsoft may refuse a sign-in with a password only at a later command.
 */
function signInRefused(error: unknown): string | null {
  const { code, responseCode = 0, response, message = '' } = error as SmtpError
  if (responseCode < 500 || (code !== 'EAUTH' && !refusesPasswordSignIn(response ?? message))) return null
  return withSignInRemedy(firstLine(response ?? message))
}

/**
 * Notes when nodemailer reads the message. An error of the connection does not say whether the message was
 * handed over before.
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
 * Returns the outcome of a failed message. It is unconfirmed only if the server may have accepted the message
 * without an answer. In all other cases the server answered, or never received the message.
 */
function outcomeOf(error: unknown, { begun }: Handing): SendOutcome {
  const { code = '', command = '', responseCode, response, message = '' } = error as SmtpError
  const said =
    code === 'EABORT' ? 'the server took too long' : withSignInRemedy(firstLine(response ?? message))
  if (responseCode === undefined && aboutMessage.has(code))
    return {
      kind: 'failed',
      code: 'MESSAGE_NOT_SENDABLE',
      reason: sentence('The message cannot be sent: {answer}', { answer: said }),
    }
  // A failed SMTP sign-in, or an error before the message was handed over, says nothing about the recipient.
  // The message is sent later.
  if (code === 'EAUTH' || signInRefused(error) !== null || (responseCode === undefined && !begun))
    return {
      kind: 'temporaryRefusal',
      scope: 'server',
      seconds: secondsNamedIn(said),
      code: 'MAIL_SERVER_UNUSABLE',
      reason: sentence('The SMTP server cannot be used: {answer}', { answer: said }),
    }
  if (responseCode === undefined) {
    const reason = sentence(
      'The connection to the SMTP server was lost while it accepted the message: {answer}',
      { answer: said },
    )
    return { kind: 'unconfirmed', code: 'MAIL_UNCONFIRMED', reason }
  }
  if (responseCode < 500)
    return {
      kind: 'temporaryRefusal',
      scope: scopeOfReply({ code: responseCode, said, command }),
      seconds: secondsNamedIn(said),
      code: 'MAIL_TEMPORARILY_REFUSED',
      reason: sentence('The SMTP server temporarily refused the message: {answer}', { answer: said }),
    }
  const reason = sentence('The SMTP server refused the message: {answer}', { answer: said })
  return command === 'RCPT TO' && isUnknownMailbox(responseCode, response ?? message)
    ? { kind: 'failed', code: 'MAILBOX_UNKNOWN', reason, bounced: true }
    : { kind: 'failed', code: 'MESSAGE_REFUSED', reason }
}

export interface SmtpError {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
  readonly message?: string
}

/**
 * Returns whether an SMTP reply says that the mailbox does not exist or accepts no mail. Most servers also
 * reject the sender and its network at the recipient. One blocked address of this service must not fail every
 * address of a campaign.
 */
export function isUnknownMailbox(responseCode: number, said: string): boolean {
  // Puts the SMTP reply code in front of the error text if it is missing, because some libraries leave it
  // out.
  const serverResponse = said.startsWith(String(responseCode)) ? said : `${responseCode} ${said}`
  return judgeRefusal({ status: null, serverResponse, stage: 'recipient' }).cause === 'mailbox'
}

function firstLine(text: string): string {
  return cutText(storableText(text.split(/[\r\n]/, 1)[0] ?? ''), 200)
}

/** Returns the options of nodemailer for an SMTP server that a user has set up as a sender. */
export function smtpAccount(
  { host, port, tls, user }: SmtpServer,
  password: string,
  getSocket: GetSocket,
): SmtpAccount {
  return {
    host,
    port,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    auth: { user, pass: password },
    getSocket,
  }
}
