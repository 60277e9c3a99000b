import { setTimeout } from 'node:timers/promises'
import type { IncomingMail } from '../../../domain/sender/inbound/incoming-mail.ts'
import { getMail } from './bounded-get.ts'
import { parsedMail, type RawMail } from './parsed-mail.ts'

/** The longest time in milliseconds for one mail at the provider; a slower mail counts as not handed over. */
const mailMs = 8_000
/**
 * The time in milliseconds after which a reading requests no further mail. Together with `mailMs`, it keeps a
 * reading below the 30 seconds after which the reading would be aborted without a result.
 */
const turnMs = 20_000

/** A mail in a list of the provider, with the request for its content. */
export interface ListedMail {
  readonly id: string
  readonly url: string
  readonly most: number
  readonly headers?: Readonly<Record<string, string>>
  /** Returns the mail from the answer of the provider. */
  readonly read: (bytes: Buffer) => RawMail
}

export interface ReadPart {
  readonly mails: readonly IncomingMail[]
  /**
   * The ids of the completed mails of the list, for the cursor, if the time ended before the last one; null if
   * the list is complete.
   */
  readonly done: string | null
}

/**
 * `MailRequests` requests the mails of one list of a provider, one after the other, until the time of the reading
 * is over. It is created when the reading begins.
 */
export class MailRequests {
  readonly #token: string
  readonly #signal: AbortSignal
  readonly #until: number
  readonly #spacingMs: number

  /** `spacingMs` is the least time in milliseconds between the beginnings of two requests, for providers with a quota. */
  constructor(token: string, signal: AbortSignal, maxMs = turnMs, spacingMs = 0) {
    this.#token = token
    this.#signal = signal
    this.#until = performance.now() + maxMs
    this.#spacingMs = spacingMs
  }

  /**
   * Returns the mails of a list without those that `done`, of the cursor, names. At least one mail is requested.
   * A mail that the provider does not hand over is returned without content, with the fault.
   */
  async read(listed: readonly ListedMail[], done: string | number | undefined): Promise<ReadPart> {
    const completed = new Set(String(done ?? '').split(' '))
    const mails: RawMail[] = []
    let isDone = true
    let requested = 0
    let nextAt = 0
    for (const mail of listed) {
      if (completed.has(mail.id)) continue
      if (requested > 0 && performance.now() > this.#until) {
        isDone = false
        break
      }
      await this.#waitUntil(nextAt)
      nextAt = performance.now() + this.#spacingMs
      const got = await this.#requested(mail)
      requested++
      if ('fault' in got) mails.push({ ...mail.read(Buffer.alloc(0)), fault: got.fault })
      // Skips a mail that was deleted after the provider listed it.
      else if (got.status < 400) mails.push(mail.read(got.bytes))
      completed.add(mail.id)
    }
    const ids = listed.map(({ id }) => id).filter((id) => completed.has(id))
    return { mails: await Promise.all(mails.map(parsedMail)), done: isDone ? null : ids.join(' ') }
  }

  async #waitUntil(at: number): Promise<void> {
    const ms = at - performance.now()
    if (ms > 0) await setTimeout(ms, undefined, { signal: this.#signal })
  }

  async #requested({ url, most, headers = {} }: ListedMail) {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(mailMs)])
    const got = await getMail(url, this.#token, { signal, most, headers })
    if ('fault' in got) this.#signal.throwIfAborted()
    return got
  }
}
