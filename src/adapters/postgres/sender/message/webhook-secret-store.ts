import type { WebhookSecretStore } from '../../../../ports/sender/message/webhook-secrets.ts'
import { execute, type Statement } from '../../database.ts'
import type { OpenTransaction } from '../../rows.ts'

const rotate: Statement = {
  name: 'rotate_webhook_secret',
  text: `
    insert into webhook_secrets as s (organization_id, ciphertext, rotated_at) values ($1, $2, $3)
    on conflict (organization_id) do update
       set ciphertext = excluded.ciphertext, previous_ciphertext = s.ciphertext, rotated_at = excluded.rotated_at`,
}

export class PostgresWebhookSecretStore implements WebhookSecretStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async rotate(organizationId: string, ciphertext: string, at: Date): Promise<void> {
    await execute(this.#tx.connection, rotate, [organizationId, ciphertext, at])
  }
}
