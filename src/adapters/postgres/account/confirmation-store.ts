import type { Confirmation } from '../../../domain/account/confirmation.ts'
import type { ConfirmationStore } from '../../../ports/account/stores/confirmation-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

const add: Statement = {
  name: 'add_confirmation',
  text: 'insert into confirmations (organization_id, user_id, confirmed_at, messages) values ($1, $2, $3, $4)',
}

const lock: Statement = {
  name: 'lock_confirmation',
  text: `
    select organization_id as "organizationId", user_id as "userId", confirmed_at as "confirmedAt", messages
      from confirmations where organization_id = $1 for no key update`,
}

const save: Statement = {
  name: 'save_confirmation',
  text: 'update confirmations set confirmed_at = $2, messages = $3 where organization_id = $1',
}

export class PostgresConfirmationStore implements ConfirmationStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add({ organizationId, userId, confirmedAt, messages }: Confirmation): Promise<void> {
    await execute(this.#tx.connection, add, [organizationId, userId, confirmedAt, messages])
  }

  async lock(organizationId: string): Promise<Confirmation | null> {
    const [confirmation] = await execute<Confirmation>(this.#tx.connection, lock, [organizationId])
    return confirmation ?? null
  }

  async save({ organizationId, confirmedAt, messages }: Confirmation): Promise<void> {
    await execute(this.#tx.connection, save, [organizationId, confirmedAt, messages])
  }
}
