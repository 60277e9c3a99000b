import type { Confirmation } from '../../../domain/account/confirmation.ts'

export interface ConfirmationStore {
  add(confirmation: Confirmation): Promise<void>
  /**
   * Locks and returns the confirmation of an organization until the end of the transaction; null if the
   * organization needs none.
   */
  lock(organizationId: string): Promise<Confirmation | null>
  save(confirmation: Confirmation): Promise<void>
}
