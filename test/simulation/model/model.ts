import type { ContactPolicy } from '../../../src/domain/person/contact-policy.ts'
import type { SendWindow } from '../../../src/domain/spinner/send-window.ts'
import type { Step } from '../../../src/domain/spinner/step.ts'
import type { Door } from './doors.ts'
import type { KnownSender } from './known-sender.ts'
import type { KnownTable } from './known-table.ts'
import { KnownMailboxes } from './mailboxes.ts'
import { Moments } from './moments.ts'
import { KnownRecords } from './records.ts'
import { Register } from './register.ts'
import { SentMessages } from './sent.ts'
import { Silences } from './silences.ts'

export interface KnownSpinner {
  readonly id: string
  /** As the story calls it: "spinner 1". */
  readonly name: string
  readonly table: KnownTable
  readonly contact: 'oncePerPerson' | 'oncePerRecord'
  readonly audience: 'new' | 'all'
  readonly sendWindow: SendWindow | null
  /** The steps of the draft. */
  steps: readonly Step[]
  isPublished: boolean
}

export interface KnownJob {
  readonly id: string
  /** As the story calls it: "job 1". */
  readonly name: string
  readonly spinner: KnownSpinner
  /** Null of a job that runs failed recipients again. */
  readonly audience: 'spinner' | 'records' | 'recordIds' | 'where' | 'match' | null
  /** When its trigger was begun and answered. */
  readonly begun: number
  readonly answered: number
}

/** What is known outside of the service: what was asked of it, what it has acknowledged, and what left it. */
export class Model {
  readonly tables: KnownTable[] = []
  /** Tables to which senders of leads deliver; no spinner is over them. */
  readonly doors: Door[] = []
  readonly spinners: KnownSpinner[] = []
  readonly jobs: KnownJob[] = []
  /** What each spinner starts on, by its id; those that only start on calls may be left out. */
  readonly starts = new Map<string, string>()
  /** Spinners and records to which they do not write by themselves, as "spinner 1 r17", and since when. */
  readonly leftOut = new Map<string, Date>()
  /** Records that were there too, and that an unfinished job of the spinner may have had: a cancel gives them back. */
  readonly mayComeBack = new Set<string>()
  /** Triggers of which the caller was told nothing. */
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
  /** Whether everybody outside takes and answers everything: how a prediction is compared with what happens. */
  isEverybodyKind = false
  readonly silences = new Silences(this.moments)
  /** Whether an address may stand somewhere in the service, of those who were erased. */
  readonly #standing = new Map<string, Register<boolean>>()
  readonly #erases: { readonly address: string; readonly moment: number }[] = []
  #records = 0
  #steps = 0
  #triggers = 0

  get allTables(): readonly KnownTable[] {
    return [...this.tables, ...this.doors.map(({ table }) => table)]
  }

  /** Returns the name of a new record, as "r17". */
  nextRecord(): string {
    this.#records++
    return `r${this.#records}`
  }

  /** Returns the name of a new step, as "k5". */
  nextStep(): string {
    this.#steps++
    return `k${this.#steps}`
  }

  /** Whether an address may stand somewhere in the service. */
  standing(address: string): Register<boolean> {
    const known = this.#standing.get(address)
    if (known !== undefined) return known
    const register = new Register(this.moments, true)
    this.#standing.set(address, register)
    return register
  }

  /** Addresses of which nothing may stand anywhere. */
  get erased(): readonly string[] {
    return [...this.#standing].flatMap(([address, register]) =>
      register.possible().some(Boolean) ? [] : [address],
    )
  }

  noteErase(address: string): void {
    this.#erases.push({ address, moment: this.moments.next() })
  }

  /** Returns when the last erase of a person before a moment began; 0 where there was none. */
  erasedAt(address: string, before: number): number {
    return this.#erases.findLast((one) => one.address === address && one.moment < before)?.moment ?? 0
  }

  /** Notes that an address is sent to the service, in whatever it is that names it. */
  name(address: string): void {
    this.#standing.get(address)?.begin(true)
  }

  /** Notes that a person comes as a new lead, to whom messages may leave again. */
  comes(address: string): void {
    this.name(address)
    this.silences.mayEnd('erased', address)
  }

  /** Called when nothing is on the wire any more. */
  settle(): void {
    this.silences.settle()
    this.policy.settle()
    this.records.settle()
    for (const register of this.#standing.values()) register.settle()
    for (const { limits } of this.senders) limits.settle()
  }

  nextTrigger(): number {
    this.#triggers++
    return this.#triggers
  }
}
