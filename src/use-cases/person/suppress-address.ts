import { emailOf } from '../../domain/email-address.ts'
import type { Suppression, SuppressionReason } from '../../domain/person/suppression.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Suppressions } from '../../ports/person/suppressions.ts'

export interface SuppressAddressCommand {
  readonly organizationId: string
  readonly email: string
  readonly reason: SuppressionReason
}

/** No later job of the organization writes to the address. Doing it again changes nothing. */
export class SuppressAddress {
  readonly #suppressions: Suppressions
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(suppressions: Suppressions, clock: Clock, ids: Ids) {
    this.#suppressions = suppressions
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ organizationId, email, reason }: SuppressAddressCommand): Promise<Suppression> {
    return this.#suppressions.add({
      id: this.#ids.next(),
      organizationId,
      email: emailOf(email),
      reason,
      createdAt: this.#clock.now(),
    })
  }
}
