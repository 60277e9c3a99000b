import { hasNoPassword } from '../../../domain/account/account.ts'
import { newAccountLink } from '../../../domain/account/account-link.ts'
import type { Accounts } from '../../../ports/account/accounts.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PublicUrls } from '../../../ports/public-urls.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { demoEmail } from './set-up-demo.ts'

/** Creates the one-time link to the demo that the service prints at its start for the operator. */
export class CreateDemoLink {
  readonly #accounts: Accounts
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets
  readonly #urls: PublicUrls
  readonly #clock: Clock

  constructor(accounts: Accounts, unitOfWork: UnitOfWork, secrets: Secrets, urls: PublicUrls, clock: Clock) {
    this.#accounts = accounts
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
    this.#urls = urls
    this.#clock = clock
  }

  /** Returns the URL of a new link to the demo; null if there is no demo, or if its owner has a password. */
  async execute(): Promise<string | null> {
    const known = await this.#accounts.accountByEmail(demoEmail)
    if (known === null || !hasNoPassword(known.account)) return null
    const [user] = known.users
    const { secret, digest } = this.#secrets.linkToken('demo')
    const link = newAccountLink(
      { digest, purpose: 'demo', userId: user.id, organizationId: user.organizationId },
      this.#clock.now(),
    )
    await this.#unitOfWork.run((tx) => tx.accountLinks.add(link))
    return this.#urls.demo(secret)
  }
}
