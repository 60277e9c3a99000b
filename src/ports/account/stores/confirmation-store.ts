import type { Confirmation } from '../../../domain/account/confirmation.ts'

export interface ConfirmationStore {
  add(confirmation: Confirmation): Promise<void>
  /**
   * Locks a confirmation until the end of the transaction; null if the organization need not be confirmed.
   */
  lock(organizationId: string): Promise<Confirmation | null>
  save(confirmation: Confirmation): Promise<void>
}
