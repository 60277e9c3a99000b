import type { MeterName, MeterReading } from '../../../domain/plan/meter.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { MeterSpending, PlanStore } from '../../../ports/plan/plans.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'
import { type MeterRow, readingFrom, readMeter } from './meter-queries.ts'
import { type PlanRow, planColumns, planFrom } from './plan-columns.ts'

const planOf: Statement = {
  name: 'plan_of_organization',
  text: `
    select ${planColumns}
      from organizations o join plans p on p.id = o.plan_id
     where o.id = $1`,
}

const plans = entity(
  'plans',
  'id',
  'name',
  'apiKeys',
  'records',
  'jobs',
  'dataTables',
  'spinners',
  'requestsPerSecond',
)

// Adds a use to a meter of a plan and checks the limit in the same statement. Checking before and updating
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

export class PostgresPlanStore implements PlanStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  put(changed: readonly Plan[]): Promise<void> {
    return plans.within(this.#tx).put(...changed.map(rowOf))
  }

  putMissing(missing: readonly Plan[]): Promise<void> {
    return plans.within(this.#tx).putMissing(...missing.map(rowOf))
  }

  async of(organizationId: string): Promise<Plan> {
    const [row] = await execute<PlanRow>(this.#tx.connection, planOf, [organizationId])
    if (row === undefined) throw new Error('An organization has a plan')
    return planFrom(row)
  }

  async spend({ organizationId, meter, period, amount }: MeterSpending): Promise<MeterReading | null> {
    const values = [organizationId, meter, period, amount]
    const spent = await execute(this.#tx.connection, addToMeter, values)
    return spent.length > 0 ? null : this.readMeter(organizationId, meter, period)
  }

  async readMeter(organizationId: string, meter: MeterName, period: string): Promise<MeterReading> {
    const { connection } = this.#tx
    const [row] = await execute<MeterRow>(connection, readMeter, [organizationId, meter, period])
    if (row === undefined) throw new Error('A meter is that of an organization that exists')
    return readingFrom(row)
  }
}

function rowOf({ id, name, apiKeys, limits }: Plan): Selected<typeof plans> {
  const { records, jobs, dataTables, spinners, requestsPerSecond } = limits
  const counted = {
    records: bigintOf(records),
    jobs: bigintOf(jobs),
    dataTables: bigintOf(dataTables),
    spinners: bigintOf(spinners),
  }
  return { id, name, apiKeys, ...counted, requestsPerSecond }
}

function bigintOf(limit: number | null): string | null {
  return limit === null ? null : String(limit)
}
