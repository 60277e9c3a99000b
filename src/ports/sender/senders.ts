import type { NoticeRange } from '../../domain/account/notice-range.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { AccountMailSender } from '../../domain/sender/account-mail.ts'
import type { ConnectState, StateFault } from '../../domain/sender/connect-state.ts'
import type { DomainVerdict } from '../../domain/sender/domain-findings.ts'
import type { MailboxCursor } from '../../domain/sender/inbound/mailbox.ts'
import type { Sender, SenderFault } from '../../domain/sender/sender.ts'
import type { SenderPool } from '../../domain/sender/sender-pool.ts'
import type { InTransaction } from '../in-transaction.ts'
import type {
  HealthNote,
  SenderCooldown,
  SenderHealthView,
  UndeliveredMessage,
  UnreportedPause,
} from './pacing/sender-health.ts'

/** A sender as the API returns it. */
export interface SenderView extends Sender {
  /** The number of messages that the sender has sent today, by its time zone. */
  readonly usedToday: number
}

/** A sender with the credentials of its account. */
export interface SenderAccount {
  readonly sender: Sender
  /** The encrypted credentials of the sender's account; null if the sender needs none. */
  readonly credentials: string | null
}

export interface RenewedCredentials {
  readonly credentials: string
  readonly expiresAt: Date
}

/** A sender with the last DNS findings about the domain of its address. */
export interface SenderWithVerdict
  extends Pick<
    Sender,
    | 'id'
    | 'organizationId'
    | 'kind'
    | 'name'
    | 'email'
    | 'replyTo'
    | 'signature'
    | 'signatureHtml'
    | 'settings'
  > {
  /** The verdict of the last DNS check of the sender's domain; null if the domain was not checked yet. */
  readonly verdict: DomainVerdict | null
}

/** A pool as the API returns it. */
export interface SenderPoolView extends SenderPool {
  /** The number of messages that the senders of the pool have sent in the last 24 hours. */
  readonly used: number
  /** The ids of the senders of the pool, oldest first. */
  readonly senderIds: readonly string[]
}

/**
 * Stores senders, their credentials and pauses, the results of DNS checks of their domains, the states of consent requests
 * to mail providers, and pools: limits that several senders share. Counts the messages and failures of senders. Pauses a
 * sender for a spinner that has too many failures; for all spinners if the sender's own server refuses it, or if reports
 * of several spinners and domains say so. A message counts from when it is marked as being sent; after a pause, none is
 * marked for the sender.
 */
export abstract class SenderStore {
  /** Returns a page of senders, oldest first. */
  abstract list(organizationId: string, page: Page): Promise<PageOf<SenderView>>
  abstract find(organizationId: string, id: string): Promise<SenderView | null>
  abstract account(organizationId: string, id: string): Promise<SenderAccount | null>
  /** Returns the sender with an id, of any organization, so that mail about accounts can leave through it. */
  abstract accountMailSender(id: string): Promise<AccountMailSender | null>
  /**
   * Counts a mail about an account in the daily budget of its sender. The mail does not wait for the budget. Does nothing
   * if there is no such sender.
   */
  abstract countAccountMail(id: string, at: Date): Promise<void>
  /** Returns the hosts of the SMTP senders of all organizations but test organizations, with the number of senders. */
  abstract smtpHosts(): Promise<ReadonlyMap<string, number>>
  /**
   * Calls `work` with the credentials of a sender while no other call, in any process, renews them. Stores
   * the credentials that `work` returns; null leaves them unchanged. Returns the stored credentials, or null
   * if there is no such sender.
   */
  abstract renewCredentials(
    organizationId: string,
    id: string,
    work: (credentials: string) => Promise<RenewedCredentials | null>,
  ): Promise<string | null>
  /**
   * Marks a sender as needing attention, so that it sends nothing until a person repairs it, and writes the
   * event `sender.disconnected`. Does nothing if the sender changed since `revision`.
   */
  abstract reportFault(
    organizationId: string,
    id: string,
    revision: number,
    fault: SenderFault,
    at: Date,
  ): Promise<void>
  /** Returns a sender with the verdict on its domain; null if there is no such sender. */
  abstract withVerdict(organizationId: string, id: string): Promise<SenderWithVerdict | null>
  /**
   * Returns the senders that the steps of a spinner use. `named` lists the sender ids that each step names;
   * for a step that names none, the organization's default sender is returned.
   */
  abstract usedBy(
    organizationId: string,
    named: readonly (readonly string[])[],
  ): Promise<readonly SenderWithVerdict[]>
  /**
   * Returns some connected senders whose DNS check is due, and makes their next check due a day later, so
   * that no other process checks them too. Leaves out senders of test organizations.
   */
  abstract takeUnchecked(now: Date, most: number): Promise<readonly SenderWithVerdict[]>
  /**
   * Stores the verdict on a sender's domain, which is valid until the next DNS check, a day later. Stores
   * nothing for a sender of a test organization, because test mode asks no name server.
   */
  abstract saveVerdict(id: string, verdict: DomainVerdict): Promise<void>
  /** Returns all senders of an organization, oldest first. */
  abstract of(organizationId: string): Promise<readonly Sender[]>
  abstract lock(this: InTransaction, organizationId: string, id: string): Promise<Sender | null>
  /**
   * Locks a sender that is about to be deleted, and its daily budget. No message is marked as being sent by
   * it until the transaction ends.
   */
  abstract lockToRemove(this: InTransaction, organizationId: string, id: string): Promise<Sender | null>
  /**
   * Returns whether the database knows a time zone and begins its days at the same times as this process. The
   * database counts the daily budgets of senders.
   */
  abstract knowsZone(timeZone: string): Promise<boolean>
  /**
   * Adds a sender with its encrypted credentials and the time when they expire. Its mailbox becomes due for
   * reading at once.
   */
  abstract add(
    this: InTransaction,
    sender: Sender,
    credentials: string | null,
    expiresAt: Date | null,
  ): Promise<void>
  abstract save(this: InTransaction, sender: Sender): Promise<void>
  /**
   * Makes the organization's default sender an ordinary sender, so that the sender with this id can become the
   * default. Locks both senders, and changes no other field than the revision. Returns the id of the former default,
   * null if there is none or this sender is the default already. The transaction must have locked the organization.
   */
  abstract unsetOtherDefault(this: InTransaction, organizationId: string, id: string): Promise<string | null>
  /**
   * Stores credentials that a person has entered, or a new grant of the account. The mailbox of the sender becomes due
   * for reading at once, because the server may have refused the former credentials.
   */
  abstract saveCredentials(
    this: InTransaction,
    id: string,
    credentials: string,
    expiresAt: Date | null,
  ): Promise<void>
  /**
   * Stores the cursor at which reading of the sender's mailbox begins. A mailbox that already has a cursor
   * keeps it.
   */
  abstract keepPlace(this: InTransaction, id: string, place: MailboxCursor): Promise<void>
  abstract credentialsOf(id: string): Promise<string | null>
  /**
   * Counts a message outside of jobs in the budget of the sender that the operator limits. Returns false if the sender
   * has sent its messages of the day, and true if the organization has no such sender. The budget stays locked until
   * the commit, so call this last.
   */
  abstract spendDeploymentMessage(this: InTransaction, organizationId: string, at: Date): Promise<boolean>
  abstract remove(this: InTransaction, id: string): Promise<void>
  /**
   * Returns the names of spinners with a step that names the sender, in the published version or in the version of an
   * unfinished job.
   */
  abstract spinnersThatName(organizationId: string, id: string): Promise<readonly string[]>
  /**
   * Returns the names of spinners with an e-mail step that names no sender, in the published version or in the version
   * of an unfinished job. The default sender sends the e-mails of these steps.
   */
  abstract spinnersByDefault(organizationId: string): Promise<readonly string[]>
  /**
   * Returns the ids of the senders of a job's e-mail steps for which recipients of the job may wait, in the order of the
   * ids; none if no recipient waits for a sender and no runtime has a slice of the job.
   */
  abstract scheduledFor(jobId: string): Promise<readonly string[]>
  /** Stores the state of a consent request to a mail provider, and deletes expired states. */
  abstract addConnectState(this: InTransaction, state: ConnectState): Promise<void>
  /**
   * Uses up the state of a consent request and returns it. Returns the reason instead if the state is
   * unknown, expired or of another session.
   */
  abstract takeConnectState(
    this: InTransaction,
    digest: string,
    sessionId: string,
    at: Date,
  ): Promise<ConnectState | StateFault>
  /**
   * Resumes a sender and resets its counts. Returns false if the sender was not paused, null if there is no such
   * sender.
   */
  abstract resume(this: InTransaction, resumption: Resumption): Promise<boolean | null>
  /** Returns the pools of an organization, oldest first. `at` is the time of their use. */
  abstract poolsOf(organizationId: string, at: Date): Promise<readonly SenderPoolView[]>
  /** Returns a pool and locks it until the end of the transaction: no message is marked by its senders meanwhile. */
  abstract lockPool(this: InTransaction, organizationId: string, id: string): Promise<SenderPool | null>
  abstract addPool(this: InTransaction, pool: SenderPool): Promise<void>
  /** Stores a changed pool, and frees the times that it has given to waiting messages. */
  abstract savePool(this: InTransaction, pool: SenderPool, at: Date): Promise<void>
  /** Deletes a pool. Its senders have none afterwards. */
  abstract removePool(this: InTransaction, id: string): Promise<void>
  /**
   * Stores a failure of a message. Returns whether the failure paused the sender. Ignores senders that do not
   * exist.
   */
  abstract noteFailure(note: HealthNote): Promise<boolean>
  /**
   * Gives an unsent message back to the sender's daily budget and counts it as not sent. If the refusal is
   * about the sender's server, account or many recipients, the sender cools down and its messages wait
   * (`SENDER_COOLING_DOWN`). Call it only once for a message; otherwise the sender would exceed its limit.
   */
  abstract giveBack(message: UndeliveredMessage): Promise<void>
  /**
   * Starts the cooldown of a sender after a message that its server or provider may have accepted (`unconfirmed`), so
   * that an outage leaves only a few messages in doubt. The message still counts as sent.
   */
  abstract startCooldown(sender: SenderCooldown): Promise<void>
  /**
   * Returns the message counts and pauses of senders by sender id. Leaves out ids that are not senders of the
   * organization.
   */
  abstract healthOf(
    organizationId: string,
    senderIds: readonly string[],
    at: Date,
  ): Promise<ReadonlyMap<string, SenderHealthView>>
  /**
   * Calls `inform` with the oldest pause in the range of which the organization's owners were not informed yet, and
   * stores that they were if `inform` returns true. Returns the pause; null if there is none. Returns null also while
   * `inform` of another caller runs, in any process, so that owners get one mail.
   */
  abstract informOfPause(
    range: NoticeRange<UnreportedPause>,
    inform: (pause: UnreportedPause) => Promise<boolean>,
  ): Promise<UnreportedPause | null>
}

export interface Resumption {
  readonly organizationId: string
  readonly senderId: string
  /**
   * The id of the spinner for which the sender is resumed; null to end all pauses of the sender, for every
   * spinner.
   */
  readonly spinnerId: string | null
  readonly at: Date
}
