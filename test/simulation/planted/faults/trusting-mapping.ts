import { type Binding, provideMade } from '../../../../src/composition/provide.ts'
import type { ArrivalBody } from '../../../../src/domain/arrival/arrival.ts'
import { noIdentity, type OwnIdentity } from '../../../../src/domain/arrival/proposal/lead/own-identity.ts'
import type { TableSchema } from '../../../../src/domain/table/table-schema.ts'
import { ArrivalStore } from '../../../../src/ports/arrival/arrivals.ts'
import { BodyDecoder } from '../../../../src/ports/arrival/body-decoder.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { Timers } from '../../../../src/ports/timers.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { AutomaticMapping } from '../../../../src/use-cases/arrival/mapping/automatic-mapping.ts'
import { OwnIdentityOf } from '../../../../src/use-cases/arrival/mapping/own-identity-of.ts'

type Parts = ConstructorParameters<typeof AutomaticMapping>

/** A planted fault for tests of the simulator: automatic mappings take any value under a key that names an address. */
class TrustingMapping extends AutomaticMapping {
  readonly #unitOfWork: UnitOfWork

  constructor(...parts: Parts) {
    super(...parts)
    this.#unitOfWork = parts[0]
  }

  override learn(
    _body: ArrivalBody,
    { tableId, organizationId, mapsAutomatically }: TableSchema,
  ): ReturnType<AutomaticMapping['learn']> {
    return this.#unitOfWork.run(async (tx) => {
      if (!mapsAutomatically) return []
      const at = new Date(0)
      const mapping = {
        id: '00000000-0000-4000-8000-000000000001',
        organizationId,
        dataTableId: tableId,
        name: 'Any address',
        match: { where: [], requires: [] },
        root: [],
        fields: ['ref', 'name', 'email', 'phone'].map((column) => ({
          column,
          from:
            column === 'email' ? [{ path: ['user_email'] }, { path: ['email_from'] }] : [{ path: [column] }],
          transform: [],
        })),
        action: 'insert',
        position: 0,
        version: 1,
        createdAt: at,
        updatedAt: at,
      } as const
      await tx.mappings.replace(tableId, [mapping])
      return 'mapped'
    })
  }
}

/** The binding of a planted fault by which the address of a user is taken for that of the lead, without a click. */
export const trustingMapping: readonly Binding[] = [
  provideMade(
    AutomaticMapping,
    (...parts: Parts) => new TrustingMapping(...parts),
    UnitOfWork,
    ArrivalStore,
    BodyDecoder,
    Clock,
    Ids,
    Timers,
    OwnIdentityOf,
  ),
]

/** A planted fault for tests of the simulator: the service does not know its own organization. */
class Stranger extends OwnIdentityOf {
  override read(): Promise<OwnIdentity> {
    return Promise.resolve(noIdentity)
  }
}

/** The binding of a planted fault by which an address of the organization itself is taken for that of a lead. */
export const strangeToItself: readonly Binding[] = [
  provideMade(
    OwnIdentityOf,
    (...parts: ConstructorParameters<typeof OwnIdentityOf>) => new Stranger(...parts),
    UnitOfWork,
  ),
]
