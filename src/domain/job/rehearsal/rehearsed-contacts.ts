import { companyDomain } from '../../company-domain.ts'
import type { ContactPolicy } from '../../contact/contact-policy.ts'
import { textNumber } from '../../text/text-digest.ts'
import type { Asker, PastContact } from '../sending/contact-verdict.ts'

/** A message that a rehearsal would have sent so far. It counts in the contact history of its address. */
export type RehearsedContact = Pick<PastContact, 'step' | 'at'>

/**
 * The addresses to which a rehearsal would have sent messages, in place of the table of contacts. It stores
 * digests instead of addresses, and stores times only if the policy counts messages of several records.
 */
export class RehearsedContacts {
  readonly #asker: Pick<Asker, 'spinnerId' | 'rootJobId'>
  readonly #startedAt: Date
  readonly #countsMessages: boolean
  readonly #countsCompanies: boolean
  /**
   * The digests of the addresses to which the rehearsal would have sent a message. `#claimedSteps` has a digest
   * for each address together with a step.
   */
  readonly #claimed = new NumberSet()
  readonly #claimedSteps = new NumberSet()
  readonly #isOncePerPerson: boolean
  readonly #moments = new Map<number, readonly RehearsedContact[]>()
  readonly #activePeople = new Map<string, number>()

  constructor(
    asker: Pick<Asker, 'spinnerId' | 'rootJobId' | 'contact'>,
    policy: ContactPolicy,
    startedAt: Date,
  ) {
    this.#asker = asker
    this.#startedAt = startedAt
    this.#isOncePerPerson = asker.contact === 'oncePerPerson'
    this.#countsMessages =
      !this.#isOncePerPerson && (policy.messagesPerDay !== null || policy.messagesPerWeek !== null)
    this.#countsCompanies = policy.activePerDomain !== null
  }

  /**
   * Returns the contacts of an address as if the rehearsed messages had been sent. `own` are the contacts of
   * the present recipient.
   */
  history(address: string, step: number, own: readonly RehearsedContact[], recordId: string): PastContact[] {
    const past = own.map((contact) => this.#contact(contact, recordId))
    const key = textNumber(address)
    const known = this.#moments.get(key)
    if (known !== undefined) {
      const others = known.filter(({ step: at, at: moment }) =>
        own.every((mine) => mine.step !== at || mine.at !== moment),
      )
      return [...past, ...others.map((contact) => this.#contact(contact, other))]
    }
    const isOwnStep = own.some((contact) => contact.step === step)
    if (this.#isOncePerPerson) {
      if (own.length === 0 && this.#claimed.has(key))
        past.push(this.#contact({ step, at: this.#startedAt }, other))
    } else if (!isOwnStep && this.#claimedSteps.has(stepKey(key, step)))
      past.push(this.#contact({ step, at: this.#startedAt }, other))
    return past
  }

  noteContact(
    address: string,
    { step, at }: RehearsedContact,
    isFirst: boolean,
    hasLaterSteps: boolean,
  ): void {
    const key = textNumber(address)
    if (this.#isOncePerPerson) this.#claimed.add(key)
    else this.#claimedSteps.add(stepKey(key, step))
    if (this.#countsMessages) this.#moments.set(key, [...(this.#moments.get(key) ?? []), { step, at }])
    if (!this.#countsCompanies || !isFirst || !hasLaterSteps) return
    const domain = companyDomain(address)
    if (domain !== null) this.#activePeople.set(domain, (this.#activePeople.get(domain) ?? 0) + 1)
  }

  /**
   * Returns the number of active people of an address's company. A person stays active until the end of the
   * rehearsal, which does not know when the steps of a person end.
   */
  othersOfCompany(address: string): number {
    const domain = this.#countsCompanies ? companyDomain(address) : null
    return domain === null ? 0 : (this.#activePeople.get(domain) ?? 0)
  }

  #contact({ step, at }: RehearsedContact, recordId: string): PastContact {
    const { spinnerId, rootJobId } = this.#asker
    return { spinnerId, rootJobId, jobId: rootJobId, recordId, step, at, holdsPerson: false }
  }
}

/**
 * A set of numbers in 256 parts. One large set blocks the process for 0.1 seconds when it grows; a small part
 * blocks it only for a moment.
 */
class NumberSet {
  readonly #parts = Array.from({ length: 256 }, () => new Set<number>())

  has(one: number): boolean {
    return this.#parts[one % 256]?.has(one) === true
  }

  add(one: number): void {
    this.#parts[one % 256]?.add(one)
  }
}

/**
 * The record id that rehearsed contacts use for every record except the present recipient's. No real record has
 * this id.
 */
const other = ''

/**
 * Returns a digest of an address and a step, from the digest of the address. Steps are few, so digests rarely
 * coincide.
 */
function stepKey(key: number, step: number): number {
  return (key + step * 1_000_003) % Number.MAX_SAFE_INTEGER
}
