import type { MeterName, MeterReading } from '../../../domain/plan/meter.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { MeterMonth, MeterSpending, PlanStore } from '../../../ports/plan/plans.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
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
    returning m.used, (select allowed from plan) as allowed`,
}

const noteMeterReached = sqlFunction(
  'note_meter_reached',
  'p_organization',
  'p_meter',
  'p_period',
  'p_used',
  'p_allowed',
  'p_now',
)

const meters = entity('meters', 'used')

export class PostgresPlanStore implements PlanStore {
  readonly #tx: OpenTransaction
  readonly #clock: Clock

  constructor(tx: OpenTransaction, clock: Clock) {
    this.#tx = tx
    this.#clock = clock
  }

  put(changed: readonly Plan[]): Promise<void> {
    return plans.within(this.#tx).put(...changed.map(rowOf))
  }

  putMissing(missing: readonly Plan[]): Promise<void> {
    return plans.within(this.#tx).putMissing(...missing.map(rowOf))
  }

  async of(organizationId: string): Promise<Plan> {
    const [row] = await execute<PlanRow>(this.#tx.connection, planOf, [organizationId])
    if (row === undefined) throw new Error('The organization does not exist, so it has no plan')
    return planFrom(row)
  }

  async spend(spending: MeterSpending): Promise<MeterReading | null> {
    const { organizationId, meter, period, amount } = spending
    const values = [organizationId, meter, period, amount]
    const [spent] = await execute<Omit<MeterRow, 'meter'>>(this.#tx.connection, addToMeter, values)
    if (spent === undefined) return this.readMeter(organizationId, meter, period)
    await this.#noteReached(spending, spent)
    return null
  }

  async noteReached(month: MeterMonth): Promise<void> {
    const { organizationId, meter, period } = month
    if ((await meters.within(this.#tx).lock({ organizationId, meter, period })) === null) return
    const [row] = await execute<MeterRow>(this.#tx.connection, readMeter, [organizationId, meter, period])
    if (row !== undefined) await this.#noteReached(month, row)
  }

  async #noteReached(
    { organizationId, meter, period }: MeterMonth,
    { used, allowed }: Omit<MeterRow, 'meter'>,
  ): Promise<void> {
    if (allowed === null) return
    const call = noteMeterReached({
      p_organization: organizationId,
      p_meter: meter,
      p_period: period,
      p_used: used,
      p_allowed: allowed,
      p_now: this.#clock.now(),
    })
    await execute(this.#tx.connection, ...call)
  }

  async readMeter(organizationId: string, meter: MeterName, period: string): Promise<MeterReading> {
    const { connection } = this.#tx
    const [row] = await execute<MeterRow>(connection, readMeter, [organizationId, meter, period])
    if (row === undefined) throw new Error('The organization of the meter does not exist')
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
