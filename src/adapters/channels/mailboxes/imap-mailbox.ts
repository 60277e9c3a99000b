import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import type { MailboxCursor } from '../../../domain/sender/heard/mailbox.ts'
import {
  MailboxFault,
  MailboxReader,
  type ReadFrom,
  type ReadMails,
} from '../../../ports/sender/heard/mailbox-reader.ts'
import type { Access } from '../../../ports/sender/sender-access.ts'
import { isPublic } from '../public-address.ts'
import { mostMailBytes, parsedMail, type RawMail } from './parsed-mail.ts'

/** Maximum number of mails read in one turn. */
const mostMails = 50
/** Maximum number of mails read, the newest, if a server changes UIDVALIDITY at each reading. */
const mostAnew = 200
/** A turn that took this long leaves the remaining mails to the next turn. */
const turnMs = 25_000
const dayMs = 24 * 60 * 60 * 1000
const mebibyte = 1024 * 1024

interface ImapSettings {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly user: string
  readonly password: string
}

/**
 * Reads INBOX by the UIDs of its mails. If the UIDs no longer hold (another account, another UIDVALIDITY, or fewer UIDs
 * than before), reads the mails since the last reading and the day before it. A mail that was read before is recognized
 * by its Message-ID.
 */
export class ImapMailbox extends MailboxReader {
  readonly #allowedHosts: ReadonlySet<string>

  constructor(allowedHosts: ReadonlySet<string>) {
    super()
    this.#allowedHosts = allowedHosts
  }

  override place(access: Access, _since: Date, signal: AbortSignal): Promise<MailboxCursor> {
    return this.#opened(access, signal, async (_client, inbox) => placeOf(inbox, inbox.next))
  }

  override read(access: Access, from: ReadFrom, signal: AbortSignal): Promise<ReadMails> {
    return this.#opened(access, signal, (client, inbox) => readInbox(client, inbox, from))
  }

  async #opened<Answer>(
    access: Access,
    signal: AbortSignal,
    work: (client: ImapFlow, inbox: Inbox) => Promise<Answer>,
  ): Promise<Answer> {
    const settings = settingsOf(access)
    const client = await this.#clientFor(settings)
    const gone = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () =>
        reject(new MailboxFault('UNREACHABLE', 'The server did not answer in time')),
      )
    })
    gone.catch(() => {})
    try {
      signal.throwIfAborted()
      const answer = async () => work(client, await openInbox(client, settings))
      return await Promise.race([answer(), gone])
    } catch (error) {
      throw faultOf(error)
    } finally {
      client.close()
    }
  }

  async #clientFor({ host, port, secure, user, password }: ImapSettings): Promise<ImapFlow> {
    // Half a second to load, which a process that reads no mailbox does not spend.
    const { ImapFlow: Client } = await import('imapflow')
    const client = new Client({
      host: await this.#addressOf(host),
      port,
      secure,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // Without TLS a password goes to no other machine than those that the operator has allowed.
      ...(secure || this.#allowedHosts.has(host) ? {} : { doSTARTTLS: true }),
      auth: { user, pass: password },
      logger: false,
      disableAutoIdle: true,
      disableCompression: true,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 15_000,
      maxLineLength: mebibyte,
      maxLiteralSize: 16 * mebibyte,
      maxResponseSize: 17 * mebibyte,
    })
    // What goes wrong is told to whoever waits for it.
    client.on('error', () => {})
    return client
  }

  /** The address that is connected to is the one that was looked at, as for webhooks. */
  async #addressOf(host: string): Promise<string> {
    const found = await lookup(host, { all: true }).catch(() => [])
    const [first] = found
    if (first === undefined) throw new MailboxFault('UNREACHABLE', `"${host}" cannot be found`)
    if (!this.#allowedHosts.has(host) && !found.every(({ address }) => isPublic(address)))
      throw new MailboxFault('REFUSED', `"${host}" is not an address on the public internet`)
    return first.address
  }
}

/** The INBOX as it was when it was opened. */
interface Inbox {
  /** The server and the user, because UIDs of another account say nothing here. */
  readonly account: string
  readonly validity: string
  /** The UID of the next mail that arrives. */
  readonly next: number
}

async function openInbox(client: ImapFlow, { host, port, user }: ImapSettings): Promise<Inbox> {
  await client.connect()
  await client.mailboxOpen('INBOX', { readOnly: true })
  const { mailbox } = client
  if (mailbox === false) throw new MailboxFault('UNREADABLE', 'There is no INBOX')
  const { uidValidity, uidNext: next } = mailbox
  return { account: `${user} ${host}:${port}`, validity: String(uidValidity), next }
}

function placeOf({ account, validity }: Inbox, next: number): MailboxCursor {
  return { account, validity, next }
}

async function readInbox(client: ImapFlow, inbox: Inbox, { cursor, since }: ReadFrom): Promise<ReadMails> {
  const until = performance.now() + turnMs
  const isSame = isOf(inbox, cursor)
  const first = isSame ? Number(cursor?.['next']) : 1
  const query = isSame ? { uid: `${first}:*` } : { since: new Date(since.getTime() - dayMs) }
  const found = (await client.search(query, { uid: true })) || []
  // "n:*" names the last mail, also where it comes before n.
  const uids = [...new Set(found)].filter((uid) => uid >= first).toSorted((a, b) => a - b)
  const lies = !isSame && cursor?.['anew'] === 1
  const turn = lies ? uids.slice(-mostAnew) : uids.slice(0, mostMails)
  const raw: RawMail[] = []
  let last = first - 1
  if (turn.length > 0) {
    const parts = { uid: true, internalDate: true, source: { start: 0, maxLength: mostMailBytes } }
    for await (const message of client.fetch(turn, parts, { uid: true })) {
      last = Math.max(last, message.uid)
      raw.push({
        bytes: message.source?.subarray(0, mostMailBytes) ?? Buffer.alloc(0),
        receivedAt: new Date(message.internalDate ?? Date.now()),
        providerId: `${inbox.validity}.${message.uid}`,
        providerThread: null,
      })
      if (!lies && performance.now() > until) break
    }
  }
  const mails = await Promise.all(raw.map(parsedMail))
  if (!lies && last < (uids.at(-1) ?? 0) && raw.length > 0) {
    const isAnew = !isSame || cursor?.['anew'] === 1
    return { mails, cursor: { ...placeOf(inbox, last + 1), ...(isAnew ? { anew: 1 } : {}) }, more: true }
  }
  return { mails, cursor: placeOf(inbox, Math.max(inbox.next, last + 1)), more: false }
}

/** Whether the UIDs of a cursor are those of this INBOX. A former release wrote cursors without an account. */
function isOf({ account, validity, next }: Inbox, cursor: MailboxCursor | null): boolean {
  if (cursor === null) return false
  const { account: of = account } = cursor
  return of === account && cursor['validity'] === validity && next >= Number(cursor['next'])
}

function settingsOf({ settings, password }: Access): ImapSettings {
  const { imapHost, imapPort = 993, imapTls, imapUser, user } = settings
  const account = imapUser ?? user
  if (
    typeof imapHost !== 'string' ||
    imapHost === '' ||
    typeof account !== 'string' ||
    password === undefined
  )
    throw new MailboxFault(
      'REFUSED',
      'Replies are read once the sender names an IMAP server, a user and a password',
    )
  const port = Number(imapPort)
  return {
    host: imapHost.toLowerCase(),
    port,
    secure: imapTls === undefined ? port !== 143 : imapTls === true,
    user: account,
    password,
  }
}

function faultOf(error: unknown): MailboxFault {
  if (error instanceof MailboxFault) return error
  const { authenticationFailed, responseText, message, code } = error as {
    readonly authenticationFailed?: boolean
    readonly responseText?: string
    readonly message?: string
    readonly code?: string
  }
  const words = responseText ?? message ?? code ?? 'The server said nothing'
  if (authenticationFailed === true) return new MailboxFault('REFUSED', words)
  return new MailboxFault(/TooLarge|Parse/.test(code ?? '') ? 'UNREADABLE' : 'UNREACHABLE', words)
}
