import { Database } from '../../../../src/adapters/postgres/database.ts'
import { type Binding, provideMade } from '../../../../src/composition/provide.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { PauseJob, type PauseJobCommand } from '../../../../src/use-cases/job/pause/pause-job.ts'
import { AddressSuppressor } from '../../../../src/use-cases/person/address-suppressor.ts'
import { SuppressAddress } from '../../../../src/use-cases/person/suppress-address.ts'

/** A planted fault: an address is suppressed in all organizations. */
class SuppressEverywhere extends SuppressAddress {
  readonly #database: Database

  constructor(database: Database, suppressor: AddressSuppressor) {
    super(suppressor)
    this.#database = database
  }

  override async execute(command: Parameters<SuppressAddress['execute']>[0]) {
    const suppression = await super.execute(command)
    const { rows } = await this.#database.withConnection((connection) =>
      connection.query<{ id: string }>('select id from organizations'),
    )
    for (const { id } of rows)
      if (id !== command.organizationId) await super.execute({ ...command, organizationId: id })
    return suppression
  }
}

/** The binding of a planted fault by which an opt-out in one organization stops messages of another. */
export const suppressEverywhere: readonly Binding[] = [
  provideMade(
    SuppressAddress,
    (database: Database, suppressor: AddressSuppressor) => new SuppressEverywhere(database, suppressor),
    Database,
    AddressSuppressor,
  ),
]

/** A planted fault: the id of a job is enough to pause it, whatever organization it belongs to. */
class PauseAnyJob extends PauseJob {
  readonly #database: Database

  constructor(database: Database, unitOfWork: UnitOfWork, clock: Clock) {
    super(unitOfWork, clock)
    this.#database = database
  }

  override async execute(command: PauseJobCommand): Promise<void> {
    const { rows } = await this.#database.withConnection((connection) =>
      connection.query<{ id: string }>('select organization_id as id from jobs where id = $1', [
        command.jobId,
      ]),
    )
    await super.execute({ ...command, organizationId: rows[0]?.id ?? command.organizationId })
  }
}

/** The binding of a planted fault by which one organization pauses a job of another. */
export const pauseAnyJob: readonly Binding[] = [
  provideMade(
    PauseJob,
    (database: Database, unitOfWork: UnitOfWork, clock: Clock) =>
      new PauseAnyJob(database, unitOfWork, clock),
    Database,
    UnitOfWork,
    Clock,
  ),
]
