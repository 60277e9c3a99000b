import type { ReasonCode } from '../../../../src/domain/reason.ts'
import type { RunTime } from './stored-steps.ts'

/** A message to an address that a runtime asked to mark as being sent, with the answer of the service. */
export interface MessageMark {
  readonly organizationId: string
  readonly spinnerId: string
  readonly jobId: string
  readonly recordId: string
  readonly step: number
  readonly address: string
  /** The times just before the runtime asked, and just after it had the answer. */
  readonly begun: RunTime
  readonly ended: RunTime
  /** The reason for which the message was withheld; "marked" if it may be sent; "lost" if the answer was lost. */
  readonly answer: ReasonCode | 'marked' | 'lost'
  /** Whether the mark was set after a restore, for a message that may have been sent since the backup. */
  readonly isAfterRestore: boolean
  /** When it was stored that the message was certainly not sent; null if it never was. */
  released: RunTime | null
  /** When it was stored that the message was, or may have been, sent; null if it never was. */
  certain: RunTime | null
}

/** The messages that runtimes asked to mark as being sent, in their order. */
export class MessageMarks {
  readonly #all: MessageMark[] = []
  readonly #ofAddresses = new Map<string, MessageMark[]>()
  readonly #latest = new Map<string, MessageMark>()
  readonly #read = new Map<string, number>()
  #skipped = 0

  add(mark: MessageMark): void {
    this.#all.push(mark)
    const ofAddress = this.#ofAddresses.get(mark.address)
    if (ofAddress === undefined) this.#ofAddresses.set(mark.address, [mark])
    else ofAddress.push(mark)
    if (mark.answer === 'marked' || mark.answer === 'lost') this.#latest.set(nameOf(mark), mark)
  }

  /** Notes that the outcome of the message of a step was stored. */
  store(
    message: Pick<MessageMark, 'jobId' | 'recordId' | 'step'>,
    delivery: 'sent' | 'failed' | 'unconfirmed' | null,
    at: RunTime,
  ): void {
    const mark = this.#latest.get(nameOf(message))
    if (mark === undefined || delivery === null) return
    if (delivery === 'failed') mark.released ??= at
    else mark.certain ??= at
  }

  /** Returns whether the message of a step was marked as being sent, and was not stored as certainly unsent since. */
  mayHaveLeft(message: Pick<MessageMark, 'jobId' | 'recordId' | 'step'>): boolean {
    const mark = this.#latest.get(nameOf(message))
    return mark !== undefined && mark.released === null
  }

  /** Returns the last mark of a recipient that was withheld for a reason; null if no such mark was noted. */
  lastAnswer(jobId: string, recordId: string, answer: MessageMark['answer']): MessageMark | null {
    const isOne = (mark: MessageMark) =>
      mark.jobId === jobId && mark.recordId === recordId && mark.answer === answer
    return this.#all.findLast(isOne) ?? null
  }

  /** Returns the marks of a record's messages that may have been set before a numbered event. */
  ofRecord(recordId: string, moment: number): readonly MessageMark[] {
    return this.#all.filter(
      ({ recordId: of, answer, begun }) =>
        of === recordId && (answer === 'marked' || answer === 'lost') && begun.moment < moment,
    )
  }

  /** Returns the marks of an organization for an address that were asked for before a numbered event. */
  before(organizationId: string, address: string, moment: number): readonly MessageMark[] {
    return (this.#ofAddresses.get(address) ?? []).filter(
      (mark) => mark.organizationId === organizationId && mark.begun.moment < moment,
    )
  }

  /** Returns the marks of an organization to other addresses that were asked for before a numbered event. */
  toOthers(organizationId: string, address: string, moment: number): readonly MessageMark[] {
    return this.#all.filter(
      (mark) =>
        mark.organizationId === organizationId && mark.address !== address && mark.begun.moment < moment,
    )
  }

  /**
   * Leaves out the marks until now in later answers of `next`, because their jobs may be lost with the database. Forgets
   * the outcomes that were stored after a numbered event, which the restored backup does not have.
   */
  restored(moment: number): void {
    this.#skipped = this.#all.length
    for (const mark of this.#all) {
      if (mark.released !== null && mark.released.moment > moment) mark.released = null
      if (mark.certain !== null && mark.certain.moment > moment) mark.certain = null
    }
  }

  /** Returns the marks since the last call for the organization. */
  next(organizationId: string): readonly MessageMark[] {
    const from = Math.max(this.#read.get(organizationId) ?? 0, this.#skipped)
    this.#read.set(organizationId, this.#all.length)
    return this.#all.slice(from).filter((mark) => mark.organizationId === organizationId)
  }
}

function nameOf({ jobId, recordId, step }: Pick<MessageMark, 'jobId' | 'recordId' | 'step'>): string {
  return `${jobId} ${recordId} ${step}`
}
