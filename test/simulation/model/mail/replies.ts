/** The proof of a simulated reply: the id of the message, a checked author, or an address, which proves nothing. */
export type ReplyProof = 'id' | 'author' | 'none'

/** A reply of a simulated person to a message, with the numbers of the run's events at which its processing began and ended. */
export interface KnownReply {
  readonly address: string
  /** The job and the record of the answered message. */
  readonly jobId: string | null
  readonly recordId: string | null
  readonly begun: number
  readonly ended: number
  /** Whether the service has certainly processed the reply. */
  readonly isProcessed: boolean
  /** Whether the reply names its message by the secret id. */
  readonly namesMessage: boolean
  /** Whether the service can know that it has written to the person: neither an erasure nor a restore removed the message. */
  readonly isOfKnownPerson: boolean
  readonly asksToStop: boolean
}

/** The replies that may stop recipients. Replies without a proof, and mails from before the first message, are no part. */
export class KnownReplies {
  readonly all: KnownReply[] = []
  readonly #addresses = new Set<string>()
  readonly #records = new Set<string | null>()

  add(reply: KnownReply): void {
    this.all.push(reply)
    this.#addresses.add(reply.address)
    this.#records.add(reply.recordId)
  }

  /** Returns whether a person has ever sent a reply that may stop recipients. */
  isAuthor(address: string): boolean {
    return this.#addresses.has(address)
  }

  /** Returns whether a reply of this address, or to a message for this record, has ever come. */
  concern(address: string, recordId: string | null): boolean {
    return this.#addresses.has(address) || this.#records.has(recordId)
  }

  /** Forgets the replies that ended after a numbered event, because a backup without them was restored. */
  restored(taken: number): void {
    const remaining = this.all.filter(({ ended }) => ended < taken)
    this.all.length = 0
    this.all.push(...remaining)
  }
}
