import { createSocket, type Socket } from 'node:dgram'
import { decode, encode } from 'dns-packet'

/**
 * A name server over UDP for tests. It answers with the TXT records that are set, and with NXDOMAIN
 * otherwise.
 */
export class DnsServer {
  readonly texts = new Map<string, readonly string[]>()
  /** The names for which the tests' DNS server never answers. */
  readonly silent = new Set<string>()
  readonly broken = new Set<string>()
  readonly queriedNames: string[] = []
  readonly #socket: Socket = createSocket('udp4')

  async listen(): Promise<string> {
    this.#socket.on('message', (bytes, { address, port }) => {
      const { id, questions = [] } = decode(bytes)
      const name = questions[0]?.name.toLowerCase() ?? ''
      this.queriedNames.push(name)
      if (this.silent.has(name)) return
      const texts = this.texts.get(name)
      const isAuthoritative = 0x0400
      const failure = this.broken.has(name) ? 2 : texts === undefined ? 3 : 0
      const answers = (texts ?? []).map((text) => ({
        type: 'TXT' as const,
        name,
        ttl: 0,
        // Splits a TXT record of the tests' DNS server, because one string of it has at most 255 bytes.
        data: text.match(/[\s\S]{1,255}/g) ?? [''],
      }))
      const packet = {
        type: 'response' as const,
        id,
        flags: isAuthoritative | 0x80 | failure,
        questions,
        answers,
      }
      this.#socket.send(encode(packet), port, address)
    })
    await new Promise<void>((done) => this.#socket.bind(0, '127.0.0.1', done))
    return `127.0.0.1:${this.#socket.address().port}`
  }

  async close(): Promise<void> {
    await new Promise<void>((done) => this.#socket.close(() => done()))
  }
}
