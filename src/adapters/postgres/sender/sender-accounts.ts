import type { SenderTrouble } from '../../../domain/sender/sender.ts'
import {
  type RenewedCredentials,
  type SenderAccount,
  SenderAccounts,
} from '../../../ports/sender/sender-accounts.ts'
import { type Database, execute, type Statement } from '../database.ts'
import { fieldsOf, type Selected } from '../schema/columns.ts'
import { SharedReads } from '../shared-reads.ts'
import { inTransaction } from '../transaction.ts'
import { type SenderRow, senderIn, senders } from './sender-rows.ts'

const account = fieldsOf('senders', 'credentials')

// Reads a sender by a prepared statement, because runtimes read it before each slice.
const find: Statement = {
  name: 'find_sender_account',
  text: `
    select ${senders.selected('s')}, ${account.selected('s')} from senders s where organization_id = $1 and id = $2`,
}

const hold: Statement = {
  name: 'hold_sender_credentials',
  text: `select ${account.selected()} from senders where organization_id = $1 and id = $2 for no key update`,
}

// Writes renewed credentials of a sender, unless other credentials have replaced the ones that were renewed.
const replace: Statement = {
  name: 'replace_sender_credentials',
  text: 'update senders set credentials = $3, expires_at = $4 where id = $1 and credentials = $2 returning id',
}

const report: Statement = {
  name: 'report_sender',
  text: `
    update senders set state = 'needsAttention', state_reason = $4::jsonb, revision = revision + 1
     where organization_id = $1 and id = $2 and revision = $3 and state <> 'needsAttention'`,
}

/**
 * The maximum number of attempts to write a sender's renewed credentials after the connection to the database
 * was lost.
 */
const attempts = 5

type AccountRow = Selected<typeof account>

export class PostgresSenderAccounts extends SenderAccounts {
  readonly #database: Database
  readonly #reads = new SharedReads<SenderAccount | null>()

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override find(organizationId: string, id: string): Promise<SenderAccount | null> {
    return this.#reads.read(`${organizationId} ${id}`, async () => {
      const [row] = await this.#database.read<SenderRow & AccountRow>(find, [organizationId, id])
      if (row === undefined) return null
      const { credentials, ...sender } = row
      return { sender: senderIn(sender), credentials }
    })
  }

  override async renew(
    organizationId: string,
    id: string,
    work: (credentials: string) => Promise<RenewedCredentials | null>,
  ): Promise<string | null> {
    let held: string | null = null
    let renewed: RenewedCredentials | null = null
    try {
      await inTransaction(this.#database, async (connection) => {
        const [row] = await execute<AccountRow>(connection, hold, [organizationId, id])
        held = row?.credentials ?? null
        renewed = held === null ? null : await work(held)
        if (renewed !== null) await execute(connection, replace, valuesOf(id, held, renewed))
      })
    } catch (error) {
      // Writes renewed credentials again after a lost connection. The provider may have revoked the old
      // token, so they must not be lost.
      if (renewed === null) throw error
      await this.#writeAgain(valuesOf(id, held, renewed))
    }
    return (renewed as RenewedCredentials | null)?.credentials ?? held
  }

  async #writeAgain(values: readonly unknown[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#database.write(replace, values)
        return
      } catch (error) {
        if (attempt === attempts) throw error
        await new Promise((done) => setTimeout(done, 200 * 2 ** attempt))
      }
    }
  }

  override async report(
    organizationId: string,
    id: string,
    revision: number,
    trouble: SenderTrouble,
  ): Promise<void> {
    await this.#database.write(report, [organizationId, id, revision, JSON.stringify(trouble)])
  }
}

function valuesOf(id: string, held: string | null, { credentials, expiresAt }: RenewedCredentials) {
  return [id, held, credentials, expiresAt]
}
