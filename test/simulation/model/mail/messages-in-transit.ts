/** A message whose outcome the service has not stored yet. */
export interface MessageInTransit {
  readonly jobId: string
  readonly recordId: string
  readonly address: string | null
  /** Whether the message has left the service. */
  isSent: boolean
}

interface Leased {
  readonly process: string
  readonly messages: Map<string, MessageInTransit>
}

/** The messages that simulated runtimes have marked as being sent and not settled, by the leases of their slices. */
export class MessagesInTransit {
  readonly #leases = new Map<string, Leased>()

  /** The number of slices that live runtimes have leased. */
  get leaseCount(): number {
    return this.#leases.size
  }

  get all(): readonly MessageInTransit[] {
    return [...this.#leases.values()].flatMap(({ messages }) => [...messages.values()])
  }

  lease(holder: string, process: string): void {
    this.#leases.set(holder, { process, messages: new Map() })
  }

  /** Notes that a runtime has stored the outcomes of its messages and marked the next ones. */
  mark(holder: string, messages: readonly Omit<MessageInTransit, 'isSent'>[]): void {
    const leased = this.#leases.get(holder)
    leased?.messages.clear()
    for (const message of messages)
      leased?.messages.set(nameOf(message.jobId, message.recordId), { ...message, isSent: false })
  }

  noteSent(jobId: string, recordId: string): void {
    for (const { messages } of this.#leases.values()) {
      const message = messages.get(nameOf(jobId, recordId))
      if (message !== undefined) message.isSent = true
    }
  }

  has(jobId: string | null, recordId: string | null): boolean {
    const name = nameOf(jobId ?? '', recordId ?? '')
    return [...this.#leases.values()].some(({ messages }) => messages.has(name))
  }

  release(holder: string): void {
    this.#leases.delete(holder)
  }

  /** Removes the messages of a process that has ended, and returns them. */
  removeOf(process: string): readonly MessageInTransit[] {
    const ended = [...this.#leases].filter(([, leased]) => leased.process === process)
    for (const [holder] of ended) this.#leases.delete(holder)
    return ended.flatMap(([, { messages }]) => [...messages.values()])
  }
}

function nameOf(jobId: string, recordId: string): string {
  return `${jobId} ${recordId}`
}
