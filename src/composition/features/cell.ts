import { HttpCellDirectory } from '../../adapters/cells/http-cell-directory.ts'
import { cellRoutes } from '../../adapters/http/cell/cell-routes.ts'
import { Throttle } from '../../ports/account/throttle.ts'
import { CellDirectory } from '../../ports/cell/cell-directory.ts'
import { Clock } from '../../ports/clock.ts'
import { SignInElsewhere } from '../../use-cases/cell/sign-in-elsewhere.ts'
import type { Feature } from '../feature.ts'
import { provide, provideMade } from '../provide.ts'

/** The feature for several deployments behind one proxy, and for moves of organizations between them. */
export const cell: Feature = {
  bindings: ({ cells }) =>
    cells === null
      ? []
      : [
          provideMade(CellDirectory, (clock: Clock) => new HttpCellDirectory(cells, clock), Clock),
          provide(SignInElsewhere, CellDirectory, Throttle),
        ],
  routes: (services) => (!services.hasOtherCells ? [] : cellRoutes(services)),
}
