import { Database } from '../../../../src/adapters/postgres/database.ts'
import { type Binding, provideMade } from '../../../../src/composition/provide.ts'
import type { Requester } from '../../../../src/domain/account/requester.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { PersonDigests } from '../../../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import {
  AddressSuppressor,
  type AddressToSuppress,
} from '../../../../src/use-cases/contact/address-suppressor.ts'
import { Jobs } from '../../../../src/use-cases/job/jobs.ts'

/** A planted fault: an address is suppressed in all organizations. */
class SuppressEverywhere extends AddressSuppressor {
  readonly #database: Database

  constructor(
    database: Database,
    ...[unitOfWork, clock, ids, digests]: ConstructorParameters<typeof AddressSuppressor>
  ) {
    super(unitOfWork, clock, ids, digests)
    this.#database = database
  }

  override async suppressWithRetries(command: AddressToSuppress) {
    const suppression = await super.suppressWithRetries(command)
    const { rows } = await this.#database.withConnection((connection) =>
      connection.query<{ id: string }>('select id from organizations'),
    )
    for (const { id } of rows)
      if (id !== command.organizationId) await super.suppressWithRetries({ ...command, organizationId: id })
    return suppression
  }
}

/** The binding of a planted fault by which an opt-out in one organization stops messages of another. */
export const suppressEverywhere: readonly Binding[] = [
  provideMade(
    AddressSuppressor,
    (database: Database, unitOfWork: UnitOfWork, clock: Clock, ids: Ids, digests: PersonDigests) =>
      new SuppressEverywhere(database, unitOfWork, clock, ids, digests),
    Database,
    UnitOfWork,
    Clock,
    Ids,
    PersonDigests,
  ),
]

/** A planted fault: the id of a job is enough to pause it, whatever organization it belongs to. */
class PauseAnyJob extends Jobs {
  readonly #database: Database

  constructor(database: Database, unitOfWork: UnitOfWork, clock: Clock) {
    super(unitOfWork, clock)
    this.#database = database
  }

  override async pause(requester: Requester, jobId: string): Promise<void> {
    const { rows } = await this.#database.withConnection((connection) =>
      connection.query<{ id: string }>('select organization_id as id from jobs where id = $1', [jobId]),
    )
    const organizationId = rows[0]?.id ?? requester.organizationId
    await super.pause({ ...requester, organizationId }, jobId)
  }
}

/** The binding of a planted fault by which one organization pauses a job of another. */
export const pauseAnyJob: readonly Binding[] = [
  provideMade(
    Jobs,
    (database: Database, unitOfWork: UnitOfWork, clock: Clock) =>
      new PauseAnyJob(database, unitOfWork, clock),
    Database,
    UnitOfWork,
    Clock,
  ),
]
