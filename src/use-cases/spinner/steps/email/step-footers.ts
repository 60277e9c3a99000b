import type { MailFooter } from '../../../../domain/mail-footer.ts'
import type { EmailStep } from '../../../../domain/spinner/steps/step.ts'
import type { OrganizationStore } from '../../../../ports/account/organizations.ts'

/**
 * Caches the footer of the organization for an e-mail step, so that it is read once for all recipients of a slice.
 * Each slice has its own step object, which is the key of the cache.
 */
export class StepFooters {
  readonly #organizations: Pick<OrganizationStore, 'find'>
  readonly #footers = new WeakMap<EmailStep, MailFooter | Promise<MailFooter>>()

  constructor(organizations: Pick<OrganizationStore, 'find'>) {
    this.#organizations = organizations
  }

  /** Returns the footer of an e-mail step; null if the step adds none. */
  of(organizationId: string, step: EmailStep): MailFooter | null | Promise<MailFooter> {
    if (step.addsFooter !== true) return null
    const cached = this.#footers.get(step)
    if (cached !== undefined) return cached
    const reading = this.#read(organizationId, step)
    this.#footers.set(step, reading)
    // Forgets a failed read of the footer, so that the next recipient retries it.
    reading.catch(() => this.#footers.delete(step))
    return reading
  }

  async #read(organizationId: string, step: EmailStep): Promise<MailFooter> {
    const organization = await this.#organizations.find(organizationId)
    if (organization === null) throw new Error('The organization of an e-mail does not exist')
    const { unsubscribeLine, postalAddress } = organization
    const footer = { unsubscribeLine, postalAddress }
    this.#footers.set(step, footer)
    return footer
  }
}
