import type { Secrets } from '../../../ports/account/secrets.ts'
import {
  type SealedBatch,
  type SealedPlace,
  SealedThings,
  type Sealing,
  sessionKey,
} from '../../../ports/sealing.ts'
import type { Database, Statement } from '../database.ts'
import { entity } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'
import { type PlacedRow, type SealedRows, sealedRows } from './sealed-rows.ts'

const encryptionKeys = entity('encryption_keys', 'id', 'proof')

const noteKey: Statement = {
  name: 'note_sealing_key',
  text: 'insert into encryption_keys (id, proof) values ($1, $2) on conflict do nothing',
}

const forgetKeys: Statement = {
  name: 'forget_sealing_keys',
  text: 'delete from encryption_keys where id = any($1::text[])',
}

/** The number of rows with secrets that are read at once, and written by several connections of the pool. */
const batch = 200

export class PostgresSealedThings extends SealedThings {
  readonly #database: Database
  readonly #sealing: Sealing
  readonly #secrets: Secrets

  constructor(database: Database, sealing: Sealing, secrets: Secrets) {
    super()
    this.#database = database
    this.#sealing = sealing
    this.#secrets = secrets
  }

  override async faultOfKeys(): Promise<string | null> {
    for (const { id, proof } of await this.#keys()) {
      const ours = this.#sealing.proofOf(id)
      if (ours === proof) continue
      const name = id === sessionKey ? 'SESSION_SECRET' : `the key "${id}" of SECRETS`
      const what = ours === null ? `${name} is missing` : `${name} has another value than before`
      return `Secrets in this database are encrypted with a key that is not available: ${what}. Set the former key; if it is lost, see docs/operate/secrets.md.`
    }
    await this.#note(this.#sealing.newestKey)
    return null
  }

  override async sealNext(place: SealedPlace, after: string | null): Promise<SealedBatch> {
    // Runs the statements of one kind of secret, so the rows that its `find` returns fit its `again` and
    // `replace`.
    const { find, most = batch, given, again, replace } = sealedRows[place] as SealedRows<PlacedRow>
    const values = [after, most, ...(given?.(this.#sealing) ?? [])]
    const rows = await this.#database.read<PlacedRow>(find, values)
    const resealed = rows.map((row) => again(row, { sealing: this.#sealing, secrets: this.#secrets }))
    // Leaves out a row that another process has changed meanwhile. If that process encrypts with an older key, the
    // next run finds the row.
    const replaced = await Promise.all(
      resealed.map(async (resealing) =>
        resealing.values === null ? 0 : (await this.#database.write(replace, resealing.values)).length,
      ),
    )
    return {
      sealed: sum(replaced),
      olderKeys: [...new Set(resealed.flatMap((resealing) => resealing.olderKeys))],
      unreadable: sum(resealed.map(({ unreadable }) => unreadable)),
      next: rows.length < most ? null : (rows.at(-1)?.at ?? null),
    }
  }

  override async olderKeys(): Promise<readonly string[]> {
    return (await this.#keys()).map(({ id }) => id).filter((id) => id !== this.#sealing.newestKey)
  }

  override async forget(keys: readonly string[]): Promise<void> {
    await this.#database.write(forgetKeys, [keys])
  }

  #keys(): Promise<readonly Selected<typeof encryptionKeys>[]> {
    return encryptionKeys.within(this.#database).list({}, 'id')
  }

  async #note(key: string): Promise<void> {
    await this.#database.write(noteKey, [key, this.#sealing.proofOf(key)])
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
