import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import {
  MailboxFault,
  MailboxReader,
  type ReadFrom,
  type ReadMails,
} from '../../../ports/sender/heard/mailbox-reader.ts'
import type { Access } from '../../../ports/sender/sender-access.ts'
import { isPublic } from '../public-address.ts'
import { mostMailBytes, parsedMail, type RawMail } from './parsed-mail.ts'

/** What is read in one turn. */
const mostMails = 50
/** Where all of a day has to be looked at again: the newest. */
const mostAnew = 200
/** After so long the rest is left for the next turn. */
const turnMs = 25_000
const mebibyte = 1024 * 1024

interface ImapSettings {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly user: string
  readonly password: string
}

/**
 * Reads INBOX by the UIDs of its mails. Where they hold no more (another UIDVALIDITY, or fewer UIDs than there were)
 * the days since the last time are read again: what was heard is known by its Message-ID.
 */
export class ImapMailbox extends MailboxReader {
  readonly #allowedHosts: ReadonlySet<string>

  constructor(allowedHosts: ReadonlySet<string>) {
    super()
    this.#allowedHosts = allowedHosts
  }

  override async read(access: Access, from: ReadFrom, signal: AbortSignal): Promise<ReadMails> {
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
      return await Promise.race([readInbox(client, from), gone])
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

async function readInbox(client: ImapFlow, { cursor, since }: ReadFrom): Promise<ReadMails> {
  const until = performance.now() + turnMs
  await client.connect()
  await client.mailboxOpen('INBOX', { readOnly: true })
  const { mailbox } = client
  if (mailbox === false) throw new MailboxFault('UNREADABLE', 'There is no INBOX')
  const validity = String(mailbox.uidValidity)
  const next = mailbox.uidNext
  if (cursor === null) return { mails: [], cursor: { validity, next }, more: false }

  const isSame = cursor['validity'] === validity && next >= Number(cursor['next'])
  const first = isSame ? Number(cursor['next']) : 1
  const query = isSame ? { uid: `${first}:*` } : { since: new Date(since.getTime() - 24 * 60 * 60 * 1000) }
  const found = (await client.search(query, { uid: true })) || []
  // "n:*" names the last mail, also where it comes before n.
  const uids = [...new Set(found)].filter((uid) => uid >= first).toSorted((a, b) => a - b)
  const turn = isSame ? uids.slice(0, mostMails) : uids.slice(-mostAnew)
  const raw: RawMail[] = []
  let last = first - 1
  if (turn.length > 0) {
    const parts = { uid: true, internalDate: true, source: { start: 0, maxLength: mostMailBytes } }
    for await (const message of client.fetch(turn, parts, { uid: true })) {
      last = Math.max(last, message.uid)
      raw.push({
        bytes: message.source?.subarray(0, mostMailBytes) ?? Buffer.alloc(0),
        receivedAt: new Date(message.internalDate ?? Date.now()),
        providerId: `${validity}.${message.uid}`,
        providerThread: null,
      })
      if (isSame && performance.now() > until) break
    }
  }
  const mails = await Promise.all(raw.map(parsedMail))
  const more = isSame && last < (uids.at(-1) ?? 0) && raw.length > 0
  return { mails, cursor: { validity, next: more ? last + 1 : Math.max(next, last + 1) }, more }
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
