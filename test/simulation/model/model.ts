import type { ContactPolicy } from '../../../src/domain/person/contact-policy.ts'
import type { SendWindow } from '../../../src/domain/spinner/send-window.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import type { DeliveryTable } from './delivery-tables.ts'
import type { KnownSender } from './known-sender.ts'
import type { KnownStarts } from './known-starts.ts'
import type { KnownTable } from './known-table.ts'
import { KnownMailboxes } from './mailboxes.ts'
import { Moments } from './moments.ts'
import { NoSendPeriods } from './no-send-periods.ts'
import { KnownRecords } from './records.ts'
import { Register } from './register.ts'
import { SentMessages } from './sent.ts'

export interface KnownSpinner {
  readonly id: string
  /** The name of the spinner in the story, such as "spinner 1". */
  readonly name: string
  readonly table: KnownTable
  readonly contact: 'oncePerPerson' | 'oncePerRecord'
  readonly audience: 'new' | 'all'
  readonly exclusive: boolean
  readonly sendWindow: SendWindow | null
  /** The steps of the spinner's draft. */
  steps: readonly Step[]
  /** The steps of the spinner's published version; null if none is published, or if it is not known which. */
  publishedSteps: readonly Step[] | null
  readonly starts: KnownStarts
}

export interface KnownJob {
  readonly id: string
  /** The name of the job in the story, such as "job 1". */
  readonly name: string
  readonly spinner: KnownSpinner
  /** The form of the job's audience; null for a job that retries failed recipients. */
  readonly audience: 'spinner' | 'records' | 'recordIds' | 'where' | 'match' | null
  /** The moment at which the trigger of the job began; `answered` is the moment of its answer. */
  readonly begun: number
  readonly answered: number
}

/** The knowledge of an observer outside the service: calls, their answers, and messages that left the service. */
export class Model {
  readonly tables: KnownTable[] = []
  /** Tables to which sources deliver leads; no spinner runs over these tables. */
  readonly doors: DeliveryTable[] = []
  readonly spinners: KnownSpinner[] = []
  readonly jobs: KnownJob[] = []
  /** Pairs such as "spinner 1 r17" of a spinner and a record that it excludes, with the time of the exclusion. */
  readonly leftOut = new Map<string, Date>()
  /**
   * Pairs of a spinner and a record that it excludes, while an unfinished job of the spinner may have the
   * record. Cancelling the job frees the record for later jobs.
   */
  readonly mayComeBack = new Set<string>()
  /** The number of trigger requests without an answer, each of which may have started a job. */
  jobsInDoubt = 0
  readonly senders: KnownSender[] = []
  readonly mailboxes = new KnownMailboxes()
  readonly moments = new Moments()
  readonly sent = new SentMessages(this.moments)
  readonly records = new KnownRecords(this.moments)
  readonly policy = new Register<ContactPolicy>(this.moments, {
    daysBetweenSpinners: null,
    messagesPerDay: null,
    messagesPerWeek: null,
    activePerDomain: null,
  })
  /**
   * Whether all simulated mail servers and webhook receivers accept everything. Only then does the simulation
   * compare the predictions of the service (rehearsals and explanations) with the outcomes.
   */
  isEverybodyKind = false
  readonly noSendPeriods = new NoSendPeriods(this.moments)
  /** For each address that was ever erased, whether the service may store it again. */
  readonly #standing = new Map<string, Register<boolean>>()
  readonly #erases: { readonly address: string; readonly moment: number }[] = []
  readonly #named = new Map<string, number>()
  #records = 0
  #steps = 0
  #triggers = 0

  get allTables(): readonly KnownTable[] {
    return [...this.tables, ...this.doors.map(({ table }) => table)]
  }

  /**
   * Returns the name of a new object of a kind, such as "spinner 2". The name is chosen before the call that
   * creates the object: two concurrent calls get different names, and the name of a refused call is not used
   * again.
   */
  nextName(kind: 'table' | 'door' | 'spinner' | 'job' | 'sender'): string {
    const number = (this.#named.get(kind) ?? 0) + 1
    this.#named.set(kind, number)
    return `${kind} ${number}`
  }

  /** Returns the name of a new record, such as "r17". */
  nextRecord(): string {
    this.#records++
    return `r${this.#records}`
  }

  /** Returns the name of a new step, such as "k5". */
  nextStep(): string {
    this.#steps++
    return `k${this.#steps}`
  }

  /** Returns the register that says whether the service may store an address. */
  standing(address: string): Register<boolean> {
    const known = this.#standing.get(address)
    if (known !== undefined) return known
    const register = new Register(this.moments, true)
    this.#standing.set(address, register)
    return register
  }

  /** The erased addresses that the service must not store anywhere. */
  get erased(): readonly string[] {
    return [...this.#standing].flatMap(([address, register]) =>
      register.possible().some(Boolean) ? [] : [address],
    )
  }

  /** The number of requests to erase a person that the simulated users have made so far. */
  get eraseCount(): number {
    return this.#erases.length
  }

  noteErase(address: string): void {
    this.#erases.push({ address, moment: this.moments.next() })
  }

  /**
   * Returns the last moment before `before` at which an erasure of the person with this address began or ended;
   * 0 if there was none.
   */
  erasedAt(address: string, before: number): number {
    return this.#erases.findLast((one) => one.address === address && one.moment < before)?.moment ?? 0
  }

  /** Records that a call contains an address, so the service may store the erased address again. */
  name(address: string): void {
    this.#standing.get(address)?.begin(true)
  }

  /**
   * Records that a person arrives as a new lead, so that messages to the person are allowed again after an
   * erase.
   */
  comes(address: string): void {
    this.name(address)
    this.noSendPeriods.mayEnd('erased', address)
  }

  /** Records that no message is being sent now, so that later messages must obey all calls that have ended. */
  settle(): void {
    this.noSendPeriods.settle()
    this.policy.settle()
    this.records.settle()
    for (const register of this.#standing.values()) register.settle()
    for (const { limits } of this.senders) limits.settle()
    for (const { starts } of this.spinners) starts.settle()
  }

  nextTrigger(): number {
    this.#triggers++
    return this.#triggers
  }
}
