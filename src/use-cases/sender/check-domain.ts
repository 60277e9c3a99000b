import { DomainError } from '../../domain/errors.ts'
import type { DomainVerdict } from '../../domain/sender/domain-findings.ts'
import type { SenderDomains } from '../../ports/sender/sender-domains.ts'
import type { DomainCheck } from './domain-check.ts'

export interface CheckDomainCommand {
  readonly organizationId: string
  readonly senderId: string
}

/** Repeats the DNS check of a sender's domain, after the sender was connected or a DNS record was added. */
export class CheckDomain {
  readonly #domains: SenderDomains
  readonly #check: DomainCheck

  constructor(domains: SenderDomains, check: DomainCheck) {
    this.#domains = domains
    this.#check = check
  }

  async execute({ organizationId, senderId }: CheckDomainCommand): Promise<DomainVerdict> {
    const sender = await this.#domains.find(organizationId, senderId)
    if (sender === null) throw new DomainError('NOT_FOUND', { message: 'Sender not found' })
    return this.#check.of(sender, true)
  }
}
