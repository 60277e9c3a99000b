import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

interface StoredMail {
  readonly uid: number
  readonly text: string
}

/**
 * An IMAP server for tests that a test controls. It knows only the commands that the service's mailbox readers
 * send.
 */
export interface TestImapServer {
  readonly port: number
  uidValidity: number
  /** The UIDNEXT of the mailbox on the tests' IMAP server; null for the number after the UID of the last mail. */
  uidNext: number | null
  mails: StoredMail[]
  /** The IMAP command at which the tests' server stops answering; null for none. */
  hangsAt: string | null
  /** The IMAP command that the tests' server answers with NO; null for none. */
  refuses: string | null
  /** Whether the tests' IMAP server sends whole mails, whatever part of a mail is requested. */
  ignoresParts: boolean
  /** The lines that the tests' IMAP server sends within each UID FETCH, such as changes of flags by another program. */
  reports: readonly string[]
  /** Returns the number of bytes that the tests' IMAP server has sent to clients. */
  readonly sentBytes: () => number
  readonly commands: string[]
  /** Returns the largest number of simultaneous connections to the tests' IMAP server so far. */
  readonly maxConnections: () => number
  readonly connections: () => number
  /** Closes all open connections to the tests' IMAP server from the server's side. */
  hangUp(): void
  close(): Promise<void>
}

interface Account {
  readonly user: string
  readonly password: string
}

/** The fields of `TestImapServer` that tests change. */
type MailboxState = Pick<
  TestImapServer,
  'uidValidity' | 'uidNext' | 'mails' | 'hangsAt' | 'refuses' | 'ignoresParts' | 'reports'
>

export async function startImapServer({
  user = 'sales@own.example',
  password = 'secret',
} = {}): Promise<TestImapServer> {
  const sockets = new Set<Socket>()
  const commands: string[] = []
  let sent = 0
  let maxConnections = 0
  const state: MailboxState = {
    uidValidity: 1,
    uidNext: null,
    mails: [],
    hangsAt: null,
    refuses: null,
    ignoresParts: false,
    reports: [],
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    maxConnections = Math.max(maxConnections, sockets.size)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const say = (line: string | Buffer): void => {
      const bytes = typeof line === 'string' ? Buffer.from(`${line}\r\n`) : line
      sent += bytes.length
      socket.write(bytes)
    }
    const conversation = new Conversation({ user, password }, state, commands, say)
    socket.on('data', (chunk) => conversation.hear(chunk))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    commands,
    sentBytes: () => sent,
    maxConnections: () => maxConnections,
    connections: () => sockets.size,
    hangUp: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  })
}

/** `Conversation` answers the commands of one client of the tests' IMAP server. */
class Conversation {
  readonly #account: Account
  readonly #state: MailboxState
  readonly #commands: string[]
  readonly #say: (line: string | Buffer) => void
  #rest = ''
  /** The tag of the AUTHENTICATE command whose credentials the client sends next; null if there is none. */
  #authenticating: string | null = null

  constructor(
    account: Account,
    state: MailboxState,
    commands: string[],
    say: (line: string | Buffer) => void,
  ) {
    this.#account = account
    this.#state = state
    this.#commands = commands
    this.#say = say
    say('* OK [CAPABILITY IMAP4rev1 UIDPLUS] ready')
  }

  /** Answers the complete lines that a client has sent so far. */
  hear(chunk: Buffer): void {
    this.#rest += chunk.toString('latin1')
    for (let end = this.#rest.indexOf('\r\n'); end >= 0; end = this.#rest.indexOf('\r\n')) {
      const line = this.#rest.slice(0, end)
      this.#rest = this.#rest.slice(end + 2)
      if (this.#authenticating === null) this.#answer(line)
      else this.#authenticate(this.#authenticating, line)
    }
  }

  #answer(line: string): void {
    const [tag = '', command = '', ...words] = line.split(' ')
    const said = command.toUpperCase() === 'UID' ? `UID ${words[0]?.toUpperCase()}` : command.toUpperCase()
    this.#commands.push(said)
    if (this.#state.hangsAt === said) return
    if (this.#state.refuses === said) return this.#say(`${tag} NO [UNAVAILABLE] Try again later`)
    switch (said) {
      case 'CAPABILITY':
        this.#say('* CAPABILITY IMAP4rev1 UIDPLUS')
        break
      case 'LOGIN': {
        const [name, word] = words.map((one) => one.replaceAll('"', ''))
        if (this.#isAccount(name, word)) break
        return this.#say(`${tag} NO [AUTHENTICATIONFAILED] Wrong password`)
      }
      case 'AUTHENTICATE':
        if (words[1] !== undefined) return this.#authenticate(tag, words[1])
        this.#authenticating = tag
        return this.#say('+ ')
      case 'LIST':
      case 'LSUB':
        this.#say(`* ${said} (\\HasNoChildren) "/" "INBOX"`)
        break
      case 'SELECT':
      case 'EXAMINE':
        return this.#open(tag)
      case 'UID SEARCH':
        this.#say(`* SEARCH ${this.#search(words.slice(1).join(' ')).join(' ')}`.trimEnd())
        break
      case 'UID FETCH':
        this.#fetch(words[1] ?? '', words.slice(2).join(' '))
        break
      case 'LOGOUT':
        this.#say('* BYE')
        break
      default:
    }
    this.#say(`${tag} OK done`)
  }

  #authenticate(tag: string, credentials: string): void {
    this.#authenticating = null
    const [, name, word] = Buffer.from(credentials, 'base64').toString('utf8').split('\0')
    this.#say(
      this.#isAccount(name, word) ? `${tag} OK in` : `${tag} NO [AUTHENTICATIONFAILED] Wrong password`,
    )
  }

  #isAccount(name: string | undefined, word: string | undefined): boolean {
    return name === this.#account.user && word === this.#account.password
  }

  #open(tag: string): void {
    const { mails, uidValidity, uidNext } = this.#state
    this.#say('* FLAGS (\\Seen)')
    this.#say(`* ${mails.length} EXISTS`)
    this.#say('* 0 RECENT')
    this.#say(`* OK [UIDVALIDITY ${uidValidity}] valid`)
    this.#say(`* OK [UIDNEXT ${uidNext ?? (mails.at(-1)?.uid ?? 0) + 1}] next`)
    this.#say(`${tag} OK [READ-ONLY] open`)
  }

  #search(query: string): readonly number[] {
    const [, set] = /UID ([\d:*]+)/.exec(query) ?? []
    const uids = this.#state.mails.map(({ uid }) => uid)
    if (set === undefined) return uids
    // Reads "*" in a range of UIDs as the last message of the tests' mailbox, even if its UID is below the
    // range, as RFC 3501 says.
    return uids.filter((uid, index) => isIn(set, uid) || (set.endsWith('*') && index === uids.length - 1))
  }

  #fetch(set: string, items: string): void {
    for (const line of this.#state.reports) this.#say(line)
    const [, start = '0', length] = /<(\d+)\.(\d+)>/.exec(items) ?? []
    for (const [index, { uid, text }] of this.#state.mails.entries()) {
      if (!isIn(set, uid)) continue
      const all = Buffer.from(text, 'utf8')
      const isPart = length !== undefined && !this.#state.ignoresParts
      const bytes = isPart ? all.subarray(Number(start), Number(start) + Number(length)) : all
      const name = isPart ? `BODY[]<${start}>` : 'BODY[]'
      const date = 'INTERNALDATE "21-Nov-2026 10:00:00 +0000"'
      this.#say(Buffer.from(`* ${index + 1} FETCH (UID ${uid} ${date} ${name} {${bytes.length}}\r\n`))
      this.#say(bytes)
      this.#say(')')
    }
  }
}

function isIn(set: string, uid: number): boolean {
  return set.split(',').some((range) => {
    const [from = '', to = from] = range.split(':')
    return uid >= Number(from) && (to === '*' || uid <= Number(to))
  })
}
