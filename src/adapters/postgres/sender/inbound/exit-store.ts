import type { Clock } from '../../../../ports/clock.ts'
import type { ExitCause, ExitStore, RecipientPlace } from '../../../../ports/sender/inbound/exit-store.ts'
import { execute } from '../../database.ts'
import type { OpenTransaction } from '../../rows.ts'
import { sqlFunction } from '../../sql-function.ts'

const stopRecipient = sqlFunction(
  'stop_recipient',
  'p_organization',
  'p_job',
  'p_slice',
  'p_record',
  'p_exit',
  'p_code',
  'p_evidence',
  'p_until',
  'p_now',
)

const stopPerson = sqlFunction(
  'stop_person',
  'p_organization',
  'p_address',
  'p_exit',
  'p_code',
  'p_evidence',
  'p_now',
)

export class PostgresExitStore implements ExitStore {
  readonly #tx: OpenTransaction
  readonly #clock: Clock

  constructor(tx: OpenTransaction, clock: Clock) {
    this.#tx = tx
    this.#clock = clock
  }

  async stop(organizationId: string, { jobId, slice, recordId }: RecipientPlace, ending: ExitCause) {
    const call = stopRecipient({
      p_organization: organizationId,
      p_job: jobId,
      p_slice: slice,
      p_record: recordId,
      p_exit: ending.exit,
      p_code: ending.code,
      p_evidence: JSON.stringify(ending.evidence),
      p_until: ending.until,
      p_now: this.#clock.now(),
    })
    type Row = { readonly outcome: 'stopped' | 'held' | null }
    const [row] = await execute<Row>(this.#tx.connection, ...call)
    return row?.outcome ?? null
  }

  async stopPerson(organizationId: string, address: string, ending: Omit<ExitCause, 'until'>) {
    const call = stopPerson({
      p_organization: organizationId,
      p_address: address,
      p_exit: ending.exit,
      p_code: ending.code,
      p_evidence: JSON.stringify(ending.evidence),
      p_now: this.#clock.now(),
    })
    const [row] = await execute<{ readonly stopped: number }>(this.#tx.connection, ...call)
    return row?.stopped ?? 0
  }
}
