import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import { connectionFault } from '../../../domain/sender/connection-fault.ts'
import type { IncomingMail } from '../../../domain/sender/inbound/incoming-mail.ts'
import type { MailboxCursor } from '../../../domain/sender/inbound/mailbox.ts'
import {
  MailboxFault,
  MailboxReader,
  type ReadMails,
  type ReadPosition,
} from '../../../ports/sender/inbound/mailbox-reader.ts'
import type { Access } from '../../../ports/sender/message/channels.ts'
import type { ReadMessageId } from '../../../ports/sender/message/message-log.ts'
import { isPublic, privateHostRemedy } from '../public-address.ts'
import { maxResponseBytes, meterResponses } from './metered-responses.ts'
import { maxMailBytes, parsedMail } from './parsed-mail.ts'

/**
 * The largest number of mails that one reading of an IMAP mailbox returns; the next reading returns the
 * others.
 */
const maxMails = 50
/**
 * The total size of mails in bytes after which one reading of an IMAP mailbox ends. The next reading
 * continues with the remaining mails.
 */
const maxReadBytes = 1024 * 1024
/**
 * The bytes of mails that one reading keeps if the IMAP server has changed UIDVALIDITY again: enough for `maxRereadMails`
 * mails, because the next reading does not continue.
 */
const maxRereadBytes = 20 * 1024 * 1024
/**
 * The bytes received from an IMAP server after which one reading of a mailbox ends. A server may send whole
 * mails although only a part was requested.
 */
const maxReceivedBytes = 24 * 1024 * 1024
/**
 * The number of UIDs that one IMAP search covers, so that its answer is short enough to be parsed quickly.
 */
const searchedUids = 5_000
const maxSearches = 5
/**
 * The largest number of mails that one reading of a mailbox returns if the IMAP server has changed UIDVALIDITY
 * again. All older mails are skipped; otherwise every reading would begin from the start.
 */
const maxRereadMails = 200
/** The number of mails that one request fetches if the newest mails are read first. */
const newestAtOnce = 20
/**
 * The milliseconds after which one reading of an IMAP mailbox ends. The next reading continues with the
 * remaining mails.
 */
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
 * `ImapMailbox` reads INBOX by the UIDs of its mails. The UIDs no longer apply after a change of the account
 * or of UIDVALIDITY, or if there are fewer UIDs than before. Then it reads the mails since the last reading
 * and the day before it. A mail that was read before is recognized by its Message-ID.
 */
export class ImapMailbox extends MailboxReader {
  readonly #allowedHosts: ReadonlySet<string>

  constructor(allowedHosts: ReadonlySet<string>) {
    super()
    this.#allowedHosts = allowedHosts
  }

  override cursorAtEnd(access: Access, _since: Date, signal: AbortSignal): Promise<MailboxCursor> {
    return this.#opened(access, signal, async (_client, inbox) => placeOf(inbox, inbox.next))
  }

  override read(access: Access, from: ReadPosition, signal: AbortSignal): Promise<ReadMails> {
    return this.#opened(access, signal, (client, inbox) => readInbox(client, inbox, from))
  }

  override async sentIds(): Promise<readonly ReadMessageId[]> {
    return []
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
      throw faultOf(error, settings)
    } finally {
      client.close()
    }
  }

  async #clientFor({ host, port, secure, user, password }: ImapSettings): Promise<ImapFlow> {
    // Loads the IMAP library only in a process that reads mailboxes, because loading takes half a second.
    const { ImapFlow: Client } = await import('imapflow')
    const client = new Client({
      host: await this.#addressOf(host),
      port,
      secure,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // Requires TLS before the password is sent, except to hosts that the operator has allowed.
      ...(secure || this.#allowedHosts.has(host) ? {} : { doSTARTTLS: true }),
      auth: { user, pass: password },
      logger: false,
      disableAutoIdle: true,
      disableCompression: true,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 15_000,
      maxLineLength: maxResponseBytes,
      maxLiteralSize: 16 * mebibyte,
      maxResponseSize: 17 * mebibyte,
    })
    // Ignores the error event of the IMAP client, because the command in progress fails with the same error.
    client.on('error', () => {})
    meterResponses(client)
    return client
  }

  /**
   * Returns the checked IP address of an IMAP host. The client connects to this address, so a second DNS
   * answer cannot lead elsewhere.
   */
  async #addressOf(host: string): Promise<string> {
    const found = await lookup(host, { all: true }).catch(() => [])
    const [first] = found
    if (first === undefined) throw new MailboxFault('UNREACHABLE', `The host "${host}" cannot be found`)
    if (!this.#allowedHosts.has(host) && !found.every(({ address }) => isPublic(address)))
      throw new MailboxFault(
        'REFUSED',
        `The host "${host}" is not on the public internet. ${privateHostRemedy}`,
      )
    return first.address
  }
}

/** The state of a mailbox's INBOX when it was opened. */
interface Inbox {
  /**
   * The IMAP server and user of the mailbox. A reading position stored for another server or user is not
   * used, because UIDs differ between accounts.
   */
  readonly account: string
  readonly validity: string
  /** The UID that the next mail to arrive in INBOX will get. */
  readonly next: number
}

async function openInbox(client: ImapFlow, { host, port, user }: ImapSettings): Promise<Inbox> {
  await client.connect()
  await client.mailboxOpen('INBOX', { readOnly: true })
  const { mailbox } = client
  if (mailbox === false) throw new MailboxFault('UNREADABLE', 'The mailbox has no folder INBOX')
  const { uidValidity, uidNext } = mailbox
  const next = Number.isSafeInteger(uidNext) ? uidNext : await uidAfterLast(client)
  return { account: `${user} ${host}:${port}`, validity: String(uidValidity), next }
}

function placeOf({ account, validity }: Inbox, next: number): MailboxCursor {
  return { account, validity, next }
}

/** Returns the UID after the last mail in INBOX, for servers that do not send UIDNEXT. */
async function uidAfterLast(client: ImapFlow): Promise<number> {
  // Does not search an empty INBOX, because some servers refuse "*" in it.
  if (client.mailbox !== false && client.mailbox.exists === 0) return 1
  return Math.max(0, ...(await answered(client, { uid: '*' }))) + 1
}

async function readInbox(
  client: ImapFlow,
  inbox: Inbox,
  { cursor, since }: ReadPosition,
): Promise<ReadMails> {
  const until = performance.now() + turnMs
  const isSame = isOf(inbox, cursor)
  const found = isSame
    ? await uidsFrom(client, Number(cursor?.['next']), inbox.next)
    : { uids: await uidsSince(client, since, inbox.next), next: inbox.next }
  const lies = !isSame && cursor?.['anew'] === 1
  const turn = lies ? found.uids.slice(-maxRereadMails) : found.uids.slice(0, maxMails)
  const mails = new Map<number, IncomingMail>()
  let mailBytes = 0
  let isOver = false
  for (const uids of lies ? newestFirst(turn) : [turn]) {
    if (uids.length === 0 || isOver) break
    const requested = new Set(uids)
    const parts = { uid: true, internalDate: true, source: { start: 0, maxLength: maxMailBytes } }
    for await (const message of client.fetch([...uids], parts, { uid: true })) {
      // Passes over changes of flags, which the server may report at any time, about any mail and without its UID.
      if (!message.source || !requested.has(message.uid)) continue
      // Copies the bytes of a mail. A slice would keep everything that the server sent in memory, even if
      // that is more than was requested.
      const bytes = Buffer.from(message.source.subarray(0, maxMailBytes))
      const { uid, internalDate } = message
      const raw = { bytes, providerId: `${inbox.validity}.${uid}`, providerThread: null }
      mails.set(uid, await parsedMail({ ...raw, receivedAt: new Date(internalDate ?? Date.now()) }))
      mailBytes += bytes.length
      const isEnough = mailBytes >= (lies ? maxRereadBytes : maxReadBytes)
      isOver = isEnough || client.stats().received >= maxReceivedBytes || performance.now() > until
      if (isOver) break
    }
    // The library yields no mails, and throws no error, if the connection was lost before the request.
    if (mails.size === 0 && !client.usable)
      throw new MailboxFault('UNREACHABLE', 'The connection to the server was lost')
  }
  const read = [...mails].toSorted(([one], [other]) => one - other)
  const ofTurn = { mails: read.map(([, mail]) => mail) }
  // Passes over mails that were deleted since the search.
  const reached = isOver || !client.usable ? (read.at(-1)?.[0] ?? 0) : (turn.at(-1) ?? 0)
  const isRead = lies || reached >= (found.uids.at(-1) ?? 0)
  const next = isRead ? found.next : reached + 1
  if (next >= inbox.next) return { ...ofTurn, cursor: placeOf(inbox, next), more: false }
  const isAnew = !isSame || cursor?.['anew'] === 1
  return { ...ofTurn, cursor: { ...placeOf(inbox, next), ...(isAnew ? { anew: 1 } : {}) }, more: true }
}

/** Returns UIDs in parts of `newestAtOnce`, the newest part first. */
function newestFirst(uids: readonly number[]): readonly (readonly number[])[] {
  const parts: (readonly number[])[] = []
  for (let end = uids.length; end > 0; end -= newestAtOnce)
    parts.push(uids.slice(Math.max(0, end - newestAtOnce), end))
  return parts
}

/**
 * Searches INBOX from the UID `first` on, one range of UIDs after the other, until a range has mails. Returns
 * their UIDs, ascending, and the UID at which the next search begins.
 */
async function uidsFrom(client: ImapFlow, first: number, end: number) {
  let next = first
  for (let searches = 0; next < end && searches < maxSearches; searches++) {
    const last = Math.min(next + searchedUids, end) - 1
    const uids = await searched(client, { uid: `${next}:${last}` }, next, last)
    next = last + 1
    if (uids.length > 0) return { uids, next }
  }
  return { uids: [], next }
}

/**
 * Returns the UIDs of the mails in INBOX since a day, ascending. The search goes from the newest back and
 * stops at a range without such mails.
 */
async function uidsSince(client: ImapFlow, since: Date, end: number): Promise<readonly number[]> {
  const day = new Date(since.getTime() - dayMs)
  const uids: number[] = []
  let last = end - 1
  for (let searches = 0; last > 0 && searches < maxSearches; searches++) {
    const first = Math.max(1, last - searchedUids + 1)
    const found = await searched(client, { since: day, uid: `${first}:${last}` }, first, last)
    if (found.length === 0) break
    uids.unshift(...found)
    last = first - 1
  }
  return uids
}

async function searched(
  client: ImapFlow,
  query: { readonly uid: string; readonly since?: Date },
  first: number,
  last: number,
): Promise<readonly number[]> {
  const found = await answered(client, query)
  const uids = new Set(found.filter((uid) => uid >= first && uid <= last))
  return [...uids].toSorted((a, b) => a - b)
}

/**
 * Returns the UIDs that a search found. Throws if the search failed, for which the library returns no list. An
 * empty list would move the reading position past unread mails.
 */
async function answered(
  client: ImapFlow,
  query: { readonly uid: string; readonly since?: Date },
): Promise<readonly number[]> {
  const found = await client.search(query, { uid: true })
  if (Array.isArray(found)) return found
  throw new MailboxFault('UNREACHABLE', 'The server did not answer the search')
}

/**
 * Returns whether a stored reading position fits this INBOX: the same account, the same UIDVALIDITY, and no
 * UID that the INBOX has not reached.
 */
function isOf({ account, validity, next }: Inbox, cursor: MailboxCursor | null): boolean {
  if (cursor === null) return false
  const isReached = Number.isSafeInteger(cursor['next']) && Number(cursor['next']) <= next
  return cursor['account'] === account && cursor['validity'] === validity && isReached
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
      'To read replies, set an IMAP server, a user and a password for the sender',
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

function faultOf(error: unknown, { host, port, secure }: ImapSettings): MailboxFault {
  if (error instanceof MailboxFault) return error
  const { authenticationFailed, responseText, message, code } = error as {
    readonly authenticationFailed?: boolean
    readonly responseText?: string
    readonly message?: string
    readonly code?: string
  }
  const server = { protocol: 'IMAP', host, port, tls: secure ? 'tls' : 'starttls' } as const
  const words = responseText === undefined ? connectionFault(`${code} ${message}`, server) : null
  const serverResponse = words ?? responseText ?? message ?? code ?? 'The server gave no reason'
  if (authenticationFailed === true) return new MailboxFault('REFUSED', serverResponse)
  return new MailboxFault(/TooLarge|Parse/.test(code ?? '') ? 'UNREADABLE' : 'UNREACHABLE', serverResponse)
}
