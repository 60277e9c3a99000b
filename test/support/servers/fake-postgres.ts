import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/**
 * A fake database server for tests. It speaks just enough of PostgreSQL's protocol to give its name, and to say
 * whether it is a replica.
 */
export class FakePostgres {
  follows: boolean
  readonly #name: string
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isPaused = false

  static async start(name: string, { follows }: { readonly follows: boolean }): Promise<FakePostgres> {
    const fake = new FakePostgres(name, follows)
    await new Promise<void>((done) => fake.#server.listen(0, '127.0.0.1', done))
    return fake
  }

  private constructor(name: string, follows: boolean) {
    this.#name = name
    this.follows = follows
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => this.#sockets.delete(socket))
      let isKnown = false
      socket.on('data', (data) => {
        if (this.#isPaused) return
        if (!isKnown) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
        else if (data.toString('latin1').startsWith('Q')) socket.write(this.#answer(data.toString('latin1')))
        isKnown = true
      })
    })
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Makes the fake database server accept connections and statements from now on without answering them. */
  pause(): void {
    this.#isPaused = true
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #answer(statement: string): Buffer {
    const asksRole = statement.includes('pg_is_in_recovery')
    const value = asksRole ? (this.follows ? 't' : 'f') : this.#name
    return Buffer.concat([
      message('T', column(asksRole ? 'follows' : 'name', asksRole ? 16 : 25)),
      message('D', row(value)),
      message('C', Buffer.from('SELECT 1\0')),
      ready,
    ])
  }
}

const ready = message('Z', Buffer.from('I'))

function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

function column(name: string, type: number): Buffer {
  const rest = Buffer.alloc(18)
  rest.writeInt32BE(type, 6)
  return Buffer.concat([Buffer.from([0, 1]), Buffer.from(`${name}\0`), rest])
}

function row(value: string): Buffer {
  const head = Buffer.alloc(6)
  head.writeInt16BE(1)
  head.writeInt32BE(value.length, 2)
  return Buffer.concat([head, Buffer.from(value)])
}
