import { setTimeout } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import { MailboxFault } from '../../../ports/sender/inbound/mailbox-reader.ts'

/**
 * The largest IMAP response in bytes, not counting its literals (the mails in it). The parser takes at most 3
 * µs a byte, so 200 ms.
 */
export const maxResponseBytes = 64 * 1024
/** The largest number of literals in an IMAP response. A response has one literal for each requested mail. */
const maxLiterals = 50

/**
 * Limits of what an IMAP server may send over one connection, in bytes or responses: at once, per second
 * after that, and in total.
 */
interface Allowance {
  readonly atOnce: number
  readonly perSecond: number
  readonly inAll: number
}

const kibibyte = 1024
const responses: Allowance = { atOnce: 500, perSecond: 250, inAll: 2_000 }
const lineBytes: Allowance = { atOnce: 128 * kibibyte, perSecond: 64 * kibibyte, inAll: 512 * kibibyte }
const literalBytes: Allowance = {
  atOnce: 4096 * kibibyte,
  perSecond: 16_384 * kibibyte,
  inAll: 65_536 * kibibyte,
}

interface Response {
  readonly payload: Buffer
  readonly literals: readonly Buffer[]
}

/**
 * The stream of the library imapflow between the socket and the IMAP parser. It holds the next IMAP response
 * back until the parser has taken the current one.
 */
interface Streamer {
  readonly destroyed: boolean
  /** The literals of the IMAP response that is being received. */
  readonly literals: readonly Buffer[]
  /** Returns whether a line of an IMAP response announces a literal. */
  checkLiteralMarker(line: Buffer): boolean
  push(item: Response | null): boolean
  destroy(error: Error): void
}

/**
 * Slows down an IMAP server that sends more than a mailbox needs, and ends its connection once it has sent
 * too much. Responses are counted before they are parsed, because parsing blocks the thread.
 */
export function meterResponses(client: ImapFlow): void {
  const { streamer } = client as unknown as { readonly streamer: Streamer }
  const meters = [responses, lineBytes, literalBytes].map((allowance) => new Meter(allowance))
  const refuse = () => {
    streamer.destroy(new MailboxFault('UNREADABLE', 'The server sends more data than a mailbox needs'))
    return false
  }
  const announces = streamer.checkLiteralMarker.bind(streamer)
  streamer.checkLiteralMarker = (line) =>
    streamer.literals.length < maxLiterals ? announces(line) : refuse()
  const push = streamer.push.bind(streamer)
  streamer.push = (item) => {
    if (item === null) return push(item)
    const { payload, literals } = item
    const sizes = [1, payload.length, literals.reduce((sum, { length }) => sum + length, 0)]
    const waits = meters.map((meter, index) => meter.waitFor(sizes[index] ?? 0))
    if (payload.length > maxResponseBytes || waits.includes(null)) return refuse()
    const wait = Math.max(...waits.map(Number))
    if (wait === 0) return push(item)
    void setTimeout(wait, undefined, { ref: false }).then(() => streamer.destroyed || push(item))
    return true
  }
}

/** `Meter` counts how many bytes, or how many responses, an IMAP connection has sent. */
class Meter {
  readonly #allowance: Allowance
  readonly #begunAt = performance.now()
  #sent = 0

  constructor(allowance: Allowance) {
    this.#allowance = allowance
  }

  /**
   * Adds `more` to the count and returns the milliseconds to wait before that data is taken; null if the
   * connection has exceeded its total limit.
   */
  waitFor(more: number): number | null {
    const { atOnce, perSecond, inAll } = this.#allowance
    this.#sent += more
    if (this.#sent > inAll) return null
    const allowedAt = this.#begunAt + ((this.#sent - atOnce) / perSecond) * 1000
    return Math.max(0, Math.ceil(allowedAt - performance.now()))
  }
}
