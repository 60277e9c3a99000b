import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

interface KeptMail {
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
  mails: KeptMail[]
  /** The IMAP command at which the tests' server stops answering; null for none. */
  hangsAt: string | null
  /** Whether the tests' IMAP server sends whole mails, whatever part of a mail is requested. */
  ignoresParts: boolean
  /** Returns the number of bytes that the tests' IMAP server has sent to clients. */
  readonly sentBytes: () => number
  readonly commands: string[]
  /** Returns the largest number of simultaneous connections to the tests' IMAP server so far. */
  readonly mostConnections: () => number
  readonly connections: () => number
  /** Closes all open connections to the tests' IMAP server from the server's side. */
  hangUp(): void
  close(): Promise<void>
}

export async function startImapServer({
  user = 'sales@own.example',
  password = 'secret',
} = {}): Promise<TestImapServer> {
  const sockets = new Set<Socket>()
  const commands: string[] = []
  let sent = 0
  let mostConnections = 0
  const state = {
    uidValidity: 1,
    uidNext: null as number | null,
    mails: [] as KeptMail[],
    hangsAt: null as string | null,
    ignoresParts: false,
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    mostConnections = Math.max(mostConnections, sockets.size)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const say = (line: string | Buffer): void => {
      const bytes = typeof line === 'string' ? Buffer.from(`${line}\r\n`) : line
      sent += bytes.length
      socket.write(bytes)
    }
    let rest = ''
    let asking: string | null = null
    say('* OK [CAPABILITY IMAP4rev1 UIDPLUS] ready')
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        asking = answer(line, asking)
      }
    })

    function answer(line: string, before: string | null): string | null {
      if (before !== null) {
        const [, name, word] = Buffer.from(line, 'base64').toString('utf8').split('\0')
        say(
          name === user && word === password
            ? `${before} OK in`
            : `${before} NO [AUTHENTICATIONFAILED] Wrong password`,
        )
        return null
      }
      const [tag = '', command = '', ...words] = line.split(' ')
      const said = command.toUpperCase() === 'UID' ? `UID ${words[0]?.toUpperCase()}` : command.toUpperCase()
      commands.push(said)
      if (state.hangsAt === said) return null
      switch (said) {
        case 'CAPABILITY':
          say('* CAPABILITY IMAP4rev1 UIDPLUS')
          break
        case 'LOGIN': {
          const [name, word] = words.map((one) => one.replaceAll('"', ''))
          if (name !== user || word !== password) {
            say(`${tag} NO [AUTHENTICATIONFAILED] Wrong password`)
            return null
          }
          break
        }
        case 'AUTHENTICATE':
          if (words[1] === undefined) {
            say('+ ')
            return tag
          }
          return answer(words[1], tag)
        case 'LIST':
        case 'LSUB':
          say(`* ${said} (\\HasNoChildren) "/" "INBOX"`)
          break
        case 'SELECT':
        case 'EXAMINE':
          say('* FLAGS (\\Seen)')
          say(`* ${state.mails.length} EXISTS`)
          say('* 0 RECENT')
          say(`* OK [UIDVALIDITY ${state.uidValidity}] valid`)
          say(`* OK [UIDNEXT ${state.uidNext ?? (state.mails.at(-1)?.uid ?? 0) + 1}] next`)
          say(`${tag} OK [READ-ONLY] open`)
          return null
        case 'UID SEARCH':
          say(`* SEARCH ${searched(words.slice(1).join(' ')).join(' ')}`.trimEnd())
          break
        case 'UID FETCH':
          fetched(words[1] ?? '', words.slice(2).join(' '))
          break
        case 'LOGOUT':
          say('* BYE')
          break
        default:
      }
      say(`${tag} OK done`)
      return null
    }

    function searched(query: string): readonly number[] {
      const [, set] = /UID ([\d:*]+)/.exec(query) ?? []
      const uids = state.mails.map(({ uid }) => uid)
      if (set === undefined) return uids
      // Reads "*" in a range of UIDs as the last message of the tests' mailbox, even if its UID is below the
      // range, as RFC 3501 says.
      return uids.filter((uid, index) => isIn(set, uid) || (set.endsWith('*') && index === uids.length - 1))
    }

    function fetched(set: string, items: string): void {
      const [, start = '0', length] = /<(\d+)\.(\d+)>/.exec(items) ?? []
      for (const [index, { uid, text }] of state.mails.entries()) {
        if (!isIn(set, uid)) continue
        const all = Buffer.from(text, 'utf8')
        const isPart = length !== undefined && !state.ignoresParts
        const bytes = isPart ? all.subarray(Number(start), Number(start) + Number(length)) : all
        const name = isPart ? `BODY[]<${start}>` : 'BODY[]'
        const date = 'INTERNALDATE "21-Nov-2026 10:00:00 +0000"'
        say(Buffer.from(`* ${index + 1} FETCH (UID ${uid} ${date} ${name} {${bytes.length}}\r\n`))
        say(bytes)
        say(')')
      }
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    commands,
    sentBytes: () => sent,
    mostConnections: () => mostConnections,
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

function isIn(set: string, uid: number): boolean {
  return set.split(',').some((range) => {
    const [from = '', to = from] = range.split(':')
    return uid >= Number(from) && (to === '*' || uid <= Number(to))
  })
}
