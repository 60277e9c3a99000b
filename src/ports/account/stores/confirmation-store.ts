import type { Confirmation } from '../../../domain/account/confirmation.ts'

export interface ConfirmationStore {
  add(confirmation: Confirmation): Promise<void>
  /** Locks it until the end of the transaction; null for an organization that need not be confirmed. */
  lock(organizationId: string): Promise<Confirmation | null>
  save(confirmation: Confirmation): Promise<void>
}
