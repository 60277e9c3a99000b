import type { MeterName, MeterReading } from '../../../domain/plan/meter.ts'
import type { MeterSpending, MeterStore } from '../../../ports/plan/plans.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import { type MeterRow, readingFrom, readMeter } from './meter-queries.ts'

// Adds to the row of `meters` and checks the limit in the same statement: checking before and updating
// afterwards exceeded a limit of 10,000 by 328 with 32 clients. The trigger count_on_spendings first adds the
// use that the SQL function spend_meter has stored in `spendings`.
const addToMeter: Statement = {
  name: 'add_to_meter',
  text: `
    with plan as (
      select case $2 when 'records' then p.records when 'jobs' then p.jobs end as allowed
        from organizations o join plans p on p.id = o.plan_id
       where o.id = $1
    )
    insert into meters as m (organization_id, meter, period, used)
    select $1, $2, $3, $4 from plan where allowed is null or $4::bigint <= allowed
    on conflict (organization_id, meter, period) do update
       set used = m.used + excluded.used
     where (select allowed is null or m.used + excluded.used <= allowed from plan)
    returning m.used`,
}

export class PostgresMeterStore implements MeterStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async spend({ organizationId, meter, period, amount }: MeterSpending): Promise<MeterReading | null> {
    const values = [organizationId, meter, period, amount]
    const spent = await execute(this.#tx.connection, addToMeter, values)
    return spent.length > 0 ? null : this.read(organizationId, meter, period)
  }

  async read(organizationId: string, meter: MeterName, period: string): Promise<MeterReading> {
    const { connection } = this.#tx
    const [row] = await execute<MeterRow>(connection, readMeter, [organizationId, meter, period])
    if (row === undefined) throw new Error('A meter is that of an organization that exists')
    return readingFrom(row)
  }
}
