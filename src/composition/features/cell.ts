import { MemoryDepartures } from '../../adapters/memory/cell/departures.ts'
import { PostgresDepartures } from '../../adapters/postgres/cell/postgres-departures.ts'
import { PostgresOrganizationMoves } from '../../adapters/postgres/cell/postgres-organization-moves.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { Departures } from '../../ports/cell/departures.ts'
import { OrganizationMoves } from '../../ports/cell/organization-moves.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { MoveOrganization } from '../../use-cases/cell/move-organization.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, provideMade } from '../provide.ts'

/** Several complete deployments behind one proxy, and organizations that go from one to another. */
export const cell: Feature = {
  bindings: () => [],
  memory: [provideAs(Departures, MemoryDepartures)],
  postgres: [
    provideAs(Departures, PostgresDepartures, Database),
    provideMade(
      OrganizationMoves,
      (database: Database) => new PostgresOrganizationMoves(database.url),
      Database,
    ),
    provide(MoveOrganization, OrganizationMoves, UnitOfWork),
  ],
}
