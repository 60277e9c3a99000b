import {
  type FailingMail,
  isQuarantined,
  keyOfMail,
  maxFailures,
  retainedMails,
  withAttempt,
  withoutProcessedMail,
  withReason,
} from '../../../domain/sender/inbound/failing-mail.ts'
import type { IncomingMail, MailFault } from '../../../domain/sender/inbound/incoming-mail.ts'
import {
  backoffOf,
  type DueMailbox,
  readEverySeconds,
  readFromTime,
  retryMailSeconds,
} from '../../../domain/sender/inbound/mailbox.ts'
import { oneLine } from '../../../domain/sender/one-line.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { InboundFactStore, MailboxReadResult } from '../../../ports/sender/inbound/inbound-fact-store.ts'
import {
  MailboxFault,
  type MailboxReader,
  type ReadMails,
} from '../../../ports/sender/inbound/mailbox-reader.ts'
import {
  type Access,
  SenderAccessError,
  type SenderChannels,
} from '../../../ports/sender/message/channels.ts'
import type { MessageLog, ReadMessageId } from '../../../ports/sender/message/message-log.ts'
import type { Timers } from '../../../ports/timers.ts'
import type { InboundFactProcessor } from './inbound-fact-processor.ts'

/** The longest time in milliseconds for reading one mailbox once, at a slow server. */
const turnMs = 30_000
/**
 * The longest time in milliseconds to read back the Message-IDs of sent mail. The remaining ids wait for the
 * next reading, so that replies are not delayed.
 */
const idsMs = 10_000
/** The time in seconds after which another runtime reads a mailbox whose runtime was killed. */
const leaseSeconds = 60
/** The maximum number of mailboxes that a process reads at once, each over a connection of its own. */
const atOnce = 32
/**
 * The maximum number of mailboxes of one organization that a process reads at once, so that slow servers
 * leave room for others.
 */
const atOnceOfOne = 8
const hourSeconds = 3_600
const dayMs = 24 * 60 * 60 * 1000
/** The maximum number of sent messages whose Message-ID is read back in one reading. */
const maxIdsPerTurn = 20
/** The time in milliseconds after which the processing of one mail counts as failed. */
const mailMs = 10_000
/**
 * The number of failed readings in a row, over about four hours, after which mails that the provider did not hand
 * over count as failed although it handed over no other mail. Before, such a reading is repeated, because the
 * fault may concern the whole account.
 */
const maxReadingsWithoutMail = 12
/** The number of days of mail to read if the cursor of the last reading is lost. */
const maxDaysBack = 7

/** A failed reading of a mailbox or of one mail, for the log of the process. */
export interface MailboxFailure {
  readonly senderId: string
  readonly error: unknown
  /** The mail that could not be processed; null if the whole mailbox could not be read. */
  readonly mail: (Pick<FailingMail, 'messageId' | 'failures'> & { readonly isQuarantined: boolean }) | null
}

type Report = (failure: MailboxFailure) => void

/** Reads new mail in the mailboxes of senders, and processes its replies and bounces. */
export class ReadMailboxes {
  /** The mailbox readings that are running in this process, with the organization of each. */
  readonly #readings = new Map<Promise<void>, string>()
  readonly #facts: InboundFactStore
  readonly #channels: SenderChannels
  readonly #reader: MailboxReader
  readonly #sent: MessageLog
  readonly #factProcessor: InboundFactProcessor
  readonly #clock: Clock
  readonly #timers: Timers
  readonly #ids: Ids

  constructor(
    facts: InboundFactStore,
    channels: SenderChannels,
    reader: MailboxReader,
    sent: MessageLog,
    factProcessor: InboundFactProcessor,
    clock: Clock,
    timers: Timers,
    ids: Ids,
  ) {
    this.#facts = facts
    this.#channels = channels
    this.#reader = reader
    this.#sent = sent
    this.#factProcessor = factProcessor
    this.#clock = clock
    this.#timers = timers
    this.#ids = ids
  }

  /**
   * Begins to read due mailboxes, up to the maximum of running readings. Returns the number of readings that
   * it began.
   */
  async begin(signal: AbortSignal, report: Report): Promise<number> {
    let begun = 0
    while (!signal.aborted && this.#readings.size < atOnce) {
      const holder = this.#ids.next()
      const mailbox = await this.#facts.takeMailbox(holder, leaseSeconds, this.#crowded())
      if (mailbox === null) break
      const { senderId, organizationId } = mailbox
      const reading = this.#readOne(mailbox, { senderId, holder }, signal, report)
        .catch((error: unknown) => report({ senderId, error, mail: null }))
        .finally(() => this.#readings.delete(reading))
      this.#readings.set(reading, organizationId)
      begun++
    }
    return begun
  }

  /** Waits until all running mailbox readings have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#readings.keys())
  }

  /** Returns the organizations that have the maximum number of running mailbox readings. */
  #crowded(): readonly string[] {
    const counts = new Map<string, number>()
    for (const id of this.#readings.values()) counts.set(id, (counts.get(id) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= atOnceOfOne).map(([id]) => id)
  }

  async #readOne(
    mailbox: DueMailbox,
    turn: Pick<MailboxReadResult, 'senderId' | 'holder'>,
    signal: AbortSignal,
    report: Report,
  ): Promise<void> {
    const begunAt = this.#clock.now()
    try {
      const { mails, cursor, more } = await this.#read(mailbox, signal, report)
      const fault = commonFaultOf(mails, mailbox)
      if (fault !== null && mailbox.failures < maxReadingsWithoutMail)
        throw new MailboxFault(fault.code, fault.serverResponse)
      const failingMails = await this.#processAll(mailbox, turn, mails, signal, report)
      const present = new Set(mails.map(keyOfMail))
      const isRetried = failingMails.some(
        (failingMail) => present.has(failingMail.key) && !isQuarantined(failingMail),
      )
      // Advances the cursor only if every mail was processed or has failed too often to be retried. Otherwise
      // the next reading returns the mails again.
      const dueInSeconds = more
        ? 0
        : restOf(mailbox, Math.max(0, this.#clock.now().getTime() - begunAt.getTime()))
      const retryInSeconds = fault === null ? retryMailSeconds : backoffOf(mailbox.failures + 1)
      await this.#facts.storeReading(
        isRetried
          ? { ...turn, cursor: null, fault: retrying, failingMails, dueInSeconds: retryInSeconds }
          : { ...turn, cursor, fault: null, failingMails, dueInSeconds, more },
      )
    } catch (error) {
      // Releases the mailbox if the process is stopping, so that another process need not wait for the end of
      // the lease.
      if (signal.aborted) return await this.#facts.releaseMailbox(turn)
      report({ senderId: mailbox.senderId, error, mail: null })
      const { failingMails } = mailbox
      await this.#facts.storeReading({ ...turn, cursor: null, failingMails, ...faultOf(error, mailbox) })
    }
  }

  /** Processes each mail of a mailbox separately, so that a mail that fails does not stop the others. */
  async #processAll(
    mailbox: DueMailbox,
    turn: Pick<MailboxReadResult, 'senderId' | 'holder'>,
    mails: readonly IncomingMail[],
    signal: AbortSignal,
    report: Report,
  ): Promise<readonly FailingMail[]> {
    let { failingMails } = mailbox
    for (const mail of mails) {
      signal.throwIfAborted()
      const key = keyOfMail(mail)
      if (failingMails.some((failingMail) => failingMail.key === key && isQuarantined(failingMail))) continue
      const begun = withAttempt(failingMails, mail, this.#clock.now())
      // If the previous reader of the mailbox died, stores the attempt before the mail is processed, because
      // this mail may have caused the crash.
      if (mailbox.wasLeft) await this.#facts.noteFailingMails({ ...turn, failingMails: begun })
      try {
        if (mail.fault !== undefined) throw new MailboxFault(mail.fault.code, mail.fault.serverResponse)
        const bounded = AbortSignal.any([signal, this.#timers.abortAfter(mailMs)])
        const fact = await this.#reader.factIn(mail, mailbox, bounded)
        if (fact !== null) await this.#factProcessor.process({ ...mailbox, fact })
        failingMails = withoutProcessedMail(failingMails, mail)
      } catch (error) {
        // Does not count a mail of the mailbox as failed if the process is stopping.
        signal.throwIfAborted()
        failingMails = withReason(begun, mail, error)
        report(failureOf(mailbox, failingMails, key, error))
      }
      if (mailbox.wasLeft) await this.#facts.noteFailingMails({ ...turn, failingMails })
    }
    return retainedMails(failingMails, this.#clock.now())
  }

  /**
   * Reads back the Message-IDs of sent messages before the mailbox is read, so that replies to them are
   * recognized.
   */
  async #readIds(senderId: string, access: Access, signal: AbortSignal, report: Report): Promise<void> {
    const due = await this.#sent.dueIds(senderId, maxIdsPerTurn)
    if (due.length === 0) return
    let read: readonly ReadMessageId[] = []
    try {
      read = await this.#reader.sentIds(
        access,
        due,
        AbortSignal.any([signal, this.#timers.abortAfter(idsMs)]),
      )
    } catch (error) {
      // Ignores a fault of the mailbox, because its mails are read next, and that reading reports the fault.
      // The Message-IDs of the sent messages are read back when the mailbox is read the next time.
      if (!(error instanceof MailboxFault)) report({ senderId, error, mail: null })
      return
    }
    const known = new Set(read.map(({ id }) => id))
    const giveUpBefore = this.#clock.now().getTime() - dayMs
    const lost = due
      .filter(({ id, createdAt }) => !known.has(id) && createdAt.getTime() < giveUpBefore)
      .map(({ id }) => ({ id, providerMessageId: null, providerId: null, providerThread: null }))
    await this.#sent.keepIds([...read, ...lost])
  }

  async #read(
    { organizationId, senderId, cursor, readAt, connectedAt }: DueMailbox,
    signal: AbortSignal,
    report: Report,
  ): Promise<ReadMails> {
    const access = await this.#channels.accessOf(organizationId, senderId)
    if (access.kind !== 'smtp') await this.#readIds(senderId, access, signal, report)
    const earliest = this.#clock.now().getTime() - maxDaysBack * dayMs
    const since = new Date(Math.max(readFromTime(readAt ?? connectedAt).getTime(), earliest))
    const bounded = AbortSignal.any([signal, this.#timers.abortAfter(turnMs)])
    return await this.#reader.read(access, { cursor, since }, bounded)
  }
}

/**
 * Returns the seconds until the mailbox is read again. A slow server is read less often, so that it uses a
 * slot at most a third of the time.
 */
function restOf(mailbox: DueMailbox, tookMs: number): number {
  return Math.max(readEverySeconds(mailbox), (2 * tookMs) / 1000)
}

/**
 * Returns the fault of the first mail if the provider handed over none of the mails that are not set aside;
 * otherwise null.
 */
function commonFaultOf(mails: readonly IncomingMail[], { failingMails }: DueMailbox): MailFault | null {
  const aside = new Set(failingMails.filter(isQuarantined).map(({ key }) => key))
  const open = mails.filter((mail) => !aside.has(keyOfMail(mail)))
  const faults = open.flatMap(({ fault = null }) => fault ?? [])
  return faults.length === open.length ? (faults[0] ?? null) : null
}

const retrying = {
  code: 'MAIL_FAILED',
  serverResponse: `An e-mail could not be processed. The service retries it, and skips it after ${maxFailures} attempts.`,
}

function failureOf(
  { senderId }: DueMailbox,
  failingMails: readonly FailingMail[],
  key: string,
  error: unknown,
): MailboxFailure {
  const failing = failingMails.find((failingMail) => failingMail.key === key)
  if (failing === undefined) return { senderId, error, mail: null }
  const { messageId, failures } = failing
  return { senderId, error, mail: { messageId, failures, isQuarantined: isQuarantined(failing) } }
}

function faultOf(error: unknown, { failures }: DueMailbox) {
  const backoff = backoffOf(failures + 1)
  if (error instanceof SenderAccessError)
    return { fault: { code: 'NO_ACCESS', serverResponse: error.message }, dueInSeconds: hourSeconds / 4 }
  if (error instanceof MailboxFault) {
    const { code, message, retryAfterSeconds } = error
    const dueInSeconds = Math.max(backoff, Math.min(retryAfterSeconds ?? 0, hourSeconds))
    return { fault: { code, serverResponse: oneLine(message) }, dueInSeconds }
  }
  return { fault: { code: 'FAILED', serverResponse: 'The mailbox could not be read' }, dueInSeconds: backoff }
}
