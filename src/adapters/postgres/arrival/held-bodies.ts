import { rowsLeftOut } from '../../../domain/arrival/arrival.ts'
import { HeldBodies, type HeldBody, type HeldBodySelection } from '../../../ports/arrival/held-bodies.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Database, Statement } from '../database.ts'
import { openedBody } from './sealed-body.ts'

/** The maximum number of bytes of held arrivals' bodies that one read loads into memory. */
const bytesAtOnce = 16 * 1024 * 1024

const find: Statement = {
  name: 'find_held_bodies',
  text: `
    select id, body from (
      select a.id, a.body, sum(a.size) over (order by a.id desc) - a.size as before
        from (select s.* from unnest('{received,held,refused}'::text[]) wanted(state)
                cross join lateral (
                  select * from arrivals x
                   where x.data_table_id = $2 and x.state = wanted.state and x.organization_id = $1 and x.body is not null
                     and x.code is distinct from '${rowsLeftOut}' and ($3::text is null or x.shape = $3) and ($4::uuid[] is null or x.id = any ($4))
                   order by x.id desc limit $5) s
               order by s.id desc limit $5) a) b
     where before < ${bytesAtOnce} order by id desc`,
}

export class PostgresHeldBodies extends HeldBodies {
  readonly #database: Database
  readonly #sealing: Sealing

  constructor(database: Database, sealing: Sealing) {
    super()
    this.#database = database
    this.#sealing = sealing
  }

  override async read(
    organizationId: string,
    { dataTableId, shape, arrivalIds, limit }: HeldBodySelection,
  ): Promise<readonly HeldBody[]> {
    const values = [organizationId, dataTableId, shape ?? null, arrivalIds ?? null, limit]
    const rows = await this.#database.read<{ id: string; body: Buffer }>(find, values)
    return rows.flatMap(({ id, body }) => {
      const opened = openedBody(body, id, this.#sealing)
      return opened === null ? [] : [{ arrivalId: id, ...opened }]
    })
  }
}
