import { service } from '../../../domain/account/audit/actor.ts'
import { afterCheck, type EmailDomain, proofRecord } from '../../../domain/account/open-id/email-domain.ts'
import type { OrganizationSignInStore } from '../../../ports/account/organization-sign-in.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { DomainRecords } from '../../../ports/sender/domain-records.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { saveChecked } from './save-checked.ts'

const dayMs = 24 * 60 * 60_000
/** The number of domains that are checked at once. */
const atOnce = 10
/** The largest number of batches of domains per run; the next run checks the remaining domains. */
const maxBatches = 20

/** Checks the records of proven e-mail domains once a day. A domain that lacks its record for 7 days is no longer proven. */
export class CheckDueEmailDomains {
  readonly #unitOfWork: UnitOfWork
  readonly #signIns: OrganizationSignInStore
  readonly #records: DomainRecords
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    signIns: OrganizationSignInStore,
    records: DomainRecords,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#signIns = signIns
    this.#records = records
    this.#clock = clock
  }

  async execute(signal: AbortSignal): Promise<void> {
    for (let batch = 0; batch < maxBatches && !signal.aborted; batch++) {
      const now = this.#clock.now()
      const due = await this.#signIns.takeUnchecked(new Date(now.getTime() - dayMs), now, atOnce)
      if (due.length === 0) return
      await Promise.all(due.map((domain) => this.#check(domain)))
    }
  }

  async #check(due: EmailDomain): Promise<void> {
    const texts = await this.#records.texts(proofRecord(due).name, true)
    if (texts === null) return
    await this.#unitOfWork.run(async (tx) => {
      const domain = await tx.organizationSignIn.lockDomain(due.organizationId, due.id)
      if (domain === null || domain.provenAt === null) return
      const after = afterCheck(domain, texts, this.#clock.now())
      await saveChecked(tx, { before: domain, after, by: service })
    })
  }
}
