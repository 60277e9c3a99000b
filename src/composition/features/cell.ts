import { HttpCellDirectory } from '../../adapters/cells/http-cell-directory.ts'
import { cellRoutes } from '../../adapters/http/cell/cell-routes.ts'
import { PostgresOrganizationMoves } from '../../adapters/postgres/cell/move/postgres-organization-moves.ts'
import { PostgresDepartures } from '../../adapters/postgres/cell/postgres-departures.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { Throttle } from '../../ports/account/throttle.ts'
import { CellDirectory } from '../../ports/cell/cell-directory.ts'
import { Departures, OrganizationMoves } from '../../ports/cell/organization-moves.ts'
import { Clock } from '../../ports/clock.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { MoveOrganization } from '../../use-cases/cell/move-organization.ts'
import { SignInElsewhere } from '../../use-cases/cell/sign-in-elsewhere.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, provideMade } from '../provide.ts'

/** The feature for several deployments behind one proxy, and for moves of organizations between them. */
export const cell: Feature = {
  bindings: ({ cells }) =>
    cells === null
      ? []
      : [
          provideMade(CellDirectory, (clock: Clock) => new HttpCellDirectory(cells, clock), Clock),
          provide(SignInElsewhere, CellDirectory, Throttle),
        ],
  postgres: [
    provideAs(Departures, PostgresDepartures, Database),
    provideMade(
      OrganizationMoves,
      (database: Database) => new PostgresOrganizationMoves(database.url),
      Database,
    ),
    provide(MoveOrganization, OrganizationMoves, UnitOfWork),
  ],
  routes: (services) => (!services.hasOtherCells ? [] : cellRoutes(services)),
}
