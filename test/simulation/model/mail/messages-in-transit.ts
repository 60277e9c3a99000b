/** A message whose outcome the service has not stored yet. */
export interface MessageInTransit {
  readonly jobId: string
  readonly recordId: string
  readonly address: string | null
  /** The position of the step in the program of the job's version. */
  readonly position: number
  /** Whether the message has left the service. */
  isSent: boolean
}

/** A slice of a job that a live runtime has leased. */
interface Leased {
  readonly process: string
  readonly jobId: string
  readonly spinnerId: string
  /** The simulator's names and the addresses of the records. */
  readonly refs: ReadonlySet<unknown>
  readonly addresses: ReadonlySet<unknown>
  readonly records: ReadonlySet<string>
  readonly messages: Map<string, MessageInTransit>
}

/** The messages that simulated runtimes have marked as being sent and not settled, by the leases of their slices. */
export class MessagesInTransit {
  readonly #leases = new Map<string, Leased>()

  /** The number of slices that live runtimes have leased. */
  get leaseCount(): number {
    return this.#leases.size
  }

  get count(): number {
    return this.#leased.reduce((sum, { messages }) => sum + messages.size, 0)
  }

  lease(holder: string, leased: Omit<Leased, 'messages'>): void {
    this.#leases.set(holder, { ...leased, messages: new Map() })
  }

  /** Notes that a runtime has stored the outcomes of its messages and marked the next ones. */
  mark(holder: string, messages: readonly Omit<MessageInTransit, 'isSent'>[]): void {
    const leased = this.#leases.get(holder)
    leased?.messages.clear()
    for (const message of messages)
      leased?.messages.set(nameOf(message.jobId, message.recordId), { ...message, isSent: false })
  }

  /** Notes that a process sends a message. Returns its position; null if the simulator has not seen its mark. */
  send(process: string, jobId: string | null, recordId: string | null): number | null {
    const name = nameOf(jobId ?? '', recordId ?? '')
    const leased = this.#leased.filter((one) => one.process === process)
    const messages = leased.flatMap((one) => one.messages.get(name) ?? [])
    for (const message of messages) message.isSent = true
    return messages.at(-1)?.position ?? null
  }

  /** Whether a message to a recipient is in transit. */
  has(jobId: string | null, recordId: string | null): boolean {
    const name = nameOf(jobId ?? '', recordId ?? '')
    return this.#leased.some(({ messages }) => messages.has(name))
  }

  /** Whether a runtime has leased the slice of a recipient. */
  readonly hasLeased = (of: { readonly jobId: string | null; readonly recordId: string | null }): boolean =>
    this.#leased.some(({ jobId, records }) => jobId === of.jobId && records.has(of.recordId ?? ''))

  /** Whether a runtime has leased a slice of a job or a spinner. */
  readonly isOf = ({ id }: { readonly id: string }): boolean =>
    this.#leased.some(({ jobId, spinnerId }) => jobId === id || spinnerId === id)

  /** Whether a runtime has leased a slice with the record of a person, or of a name. */
  readonly concerns = (addressOrRef: string): boolean =>
    this.#leased.some(({ refs, addresses }) => refs.has(addressOrRef) || addresses.has(addressOrRef))

  release(holder: string): void {
    this.#leases.delete(holder)
  }

  /** Removes the messages of a process that has ended, and returns them. */
  removeOf(process: string): readonly MessageInTransit[] {
    const ended = [...this.#leases].filter(([, leased]) => leased.process === process)
    for (const [holder] of ended) this.#leases.delete(holder)
    return ended.flatMap(([, { messages }]) => [...messages.values()])
  }

  get #leased(): readonly Leased[] {
    return [...this.#leases.values()]
  }
}

function nameOf(jobId: string, recordId: string): string {
  return `${jobId} ${recordId}`
}
