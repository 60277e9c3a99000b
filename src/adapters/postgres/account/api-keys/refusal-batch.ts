import { type KeyRefusal, maxKeyRefusals } from '../../../../domain/account/api-keys/key-refusal.ts'
import type { Database, Statement } from '../../database.ts'

/** The largest number of API keys whose refusals are collected at once; refusals of further keys are dropped. */
const maxKeys = 1_000

// Stores refusals and deletes the oldest ones beyond the limit of each key. The deletion does not see the new
// rows, so their number is added. Skips rows that another process is deleting; otherwise the two could deadlock.
const noteRefusals: Statement = {
  name: 'note_key_refusals',
  text: `
    with added as (
      insert into api_key_refusals (id, organization_id, api_key_id, at, method, path, http_status, code, ip_address)
      select gen_random_uuid(), k.organization_id, k.id, r.at, r.method, r.path, r."httpStatus", r.code, r."ipAddress"
        from jsonb_to_recordset($1::jsonb) as r(
             digest text, at timestamptz, method text, path text, "httpStatus" int, code text, "ipAddress" text)
        join api_keys k on k.digest = r.digest
      returning api_key_id
    ), counts as (
      select api_key_id, count(*) as count from added group by 1
    ), old as (
      select r.id from api_key_refusals r
       where r.id in (
         select o.id from (
           select a.id, a.api_key_id, row_number() over (partition by a.api_key_id order by a.at desc, a.id) as no
             from api_key_refusals a where a.api_key_id in (select c.api_key_id from counts c)) o
           join counts c on c.api_key_id = o.api_key_id
          where o.no + c.count > $2)
         for update skip locked
    )
    delete from api_key_refusals r using old where r.id = old.id`,
}

/**
 * `RefusalBatch` collects the latest refusals of API keys in memory, and writes them with one statement every
 * ten seconds. A flood of refusals costs no more than 100 rows for each key and write.
 */
export class RefusalBatch {
  readonly #database: Database
  readonly #latest = new Map<string, KeyRefusal[]>()
  readonly #noteGathered: () => void

  constructor(database: Database) {
    this.#database = database
    this.#noteGathered = database.gather(() => this.#write())
  }

  /** Collects a refusal of the key with this digest, in place of its oldest one if there are 100 already. */
  note(digest: string, refusal: KeyRefusal): void {
    const known = this.#latest.get(digest)
    if (known === undefined && this.#latest.size >= maxKeys) return
    const latest = known ?? []
    if (latest.length === maxKeyRefusals) latest.shift()
    latest.push(refusal)
    this.#latest.set(digest, latest)
    this.#noteGathered()
  }

  async #write(): Promise<void> {
    const rows = [...this.#latest].flatMap(([digest, refusals]) =>
      refusals.map((refusal) => ({ digest, ...refusal })),
    )
    this.#latest.clear()
    if (rows.length === 0) return
    try {
      await this.#database.write(noteRefusals, [JSON.stringify(rows), maxKeyRefusals])
    } catch {
      // Loses the refusals collected so far if the database is unreachable. They only help to find a fault, so
      // they are not worth a retry.
    }
  }
}
