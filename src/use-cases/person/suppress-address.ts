import { DomainError } from '../../domain/errors.ts'
import type { Suppression } from '../../domain/person/suppression.ts'
import type { AddressSuppressor, AddressToSuppress } from './address-suppressor.ts'

/**
 * The number of times that an opt-out is tried if other transactions lock its rows. The mail program of a recipient
 * sends it once, and the recipient does not see a failure.
 */
const mostTries = 3

/** Adds an address to the suppression list, so that no job of the organization writes to it. */
export class SuppressAddress {
  readonly #suppressor: AddressSuppressor

  constructor(suppressor: AddressSuppressor) {
    this.#suppressor = suppressor
  }

  /**
   * Suppresses an address. Returns null if the organization has suppressed the person already and stores only
   * a digest.
   */
  async execute(command: AddressToSuppress): Promise<Suppression | null> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#suppressor.suppress(command)
      } catch (error) {
        const isBlocked = error instanceof DomainError && error.code === 'OVERLOADED'
        if (!isBlocked || command.reason !== 'unsubscribed' || tries === mostTries) throw error
      }
    }
  }
}
