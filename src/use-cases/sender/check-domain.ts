import { DomainError } from '../../domain/errors.ts'
import type { DomainVerdict } from '../../domain/sender/domain-findings.ts'
import type { Senders } from '../../ports/sender/senders.ts'
import type { DomainCheck } from './domain-check.ts'

export interface CheckDomainCommand {
  readonly organizationId: string
  readonly senderId: string
}

/** Repeats the DNS check of a sender's domain, after the sender was connected or a DNS record was added. */
export class CheckDomain {
  readonly #senders: Senders
  readonly #check: DomainCheck

  constructor(senders: Senders, check: DomainCheck) {
    this.#senders = senders
    this.#check = check
  }

  async execute({ organizationId, senderId }: CheckDomainCommand): Promise<DomainVerdict> {
    const sender = await this.#senders.checked(organizationId, senderId)
    if (sender === null) throw new DomainError('NOT_FOUND', { message: 'Sender not found' })
    return this.#check.of(sender, true)
  }
}
