import { companyDomain } from '../../person/company-domain.ts'
import type { Asker, ContactPolicy, PastContact } from '../../person/contact-policy.ts'

/** What a rehearsal would have written so far, of which the rules make an own sender's history. */
export type RehearsedContact = Pick<PastContact, 'step' | 'at'>

/**
 * The addresses that a rehearsal would have claimed: what the contact ledger would hold of it. Of an audience of a
 * million it keeps numbers, and moments only where the policy counts messages of several records.
 */
export class RehearsedContacts {
  readonly #asker: Pick<Asker, 'spinnerId' | 'rootJobId'>
  readonly #startedAt: Date
  readonly #countsMessages: boolean
  readonly #countsCompanies: boolean
  /** Of addresses, and of addresses and steps. */
  readonly #claimed = new NumberSet()
  readonly #claimedSteps = new NumberSet()
  readonly #isOncePerPerson: boolean
  readonly #moments = new Map<number, readonly RehearsedContact[]>()
  readonly #onTheWay = new Map<string, number>()

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

  /** What is known of an address, as if it had happened; `own` is what this recipient would have got. */
  history(address: string, step: number, own: readonly RehearsedContact[], recordId: string): PastContact[] {
    const past = own.map((one) => this.#contact(one, recordId))
    const key = digestOf(address)
    const known = this.#moments.get(key)
    if (known !== undefined) {
      const others = known.filter(({ step: at, at: moment }) =>
        own.every((mine) => mine.step !== at || mine.at !== moment),
      )
      return [...past, ...others.map((one) => this.#contact(one, other))]
    }
    const isOwnStep = own.some((one) => one.step === step)
    if (this.#isOncePerPerson) {
      if (own.length === 0 && this.#claimed.has(key))
        past.push(this.#contact({ step, at: this.#startedAt }, other))
    } else if (!isOwnStep && this.#claimedSteps.has(stepKey(key, step)))
      past.push(this.#contact({ step, at: this.#startedAt }, other))
    return past
  }

  claim(address: string, { step, at }: RehearsedContact, isFirst: boolean, goesOn: boolean): void {
    const key = digestOf(address)
    if (this.#isOncePerPerson) this.#claimed.add(key)
    else this.#claimedSteps.add(stepKey(key, step))
    if (this.#countsMessages) this.#moments.set(key, [...(this.#moments.get(key) ?? []), { step, at }])
    if (!this.#countsCompanies || !isFirst || !goesOn) return
    const domain = companyDomain(address)
    if (domain !== null) this.#onTheWay.set(domain, (this.#onTheWay.get(domain) ?? 0) + 1)
  }

  /** Whoever was written to first counts until the end of their way, which nobody else waits for here. */
  othersOfCompany(address: string): number {
    const domain = this.#countsCompanies ? companyDomain(address) : null
    return domain === null ? 0 : (this.#onTheWay.get(domain) ?? 0)
  }

  #contact({ step, at }: RehearsedContact, recordId: string): PastContact {
    const { spinnerId, rootJobId } = this.#asker
    return { spinnerId, rootJobId, jobId: rootJobId, recordId, step, at, holdsPerson: false }
  }
}

/**
 * One large set stands still for a tenth of a second when it grows; of many small ones one at a time does, for a
 * moment.
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

/** Some record that is not the one that asks. */
const other = ''

/** 53 bits: among a million addresses two are alike once in twenty thousand times. */
function digestOf(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}

/** Steps are few, and the bits of a digest are spread evenly. */
function stepKey(key: number, step: number): number {
  return (key + step * 1_000_003) % Number.MAX_SAFE_INTEGER
}
