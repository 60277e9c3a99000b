import type { MeterName, MeterReading } from '../../../domain/plan/meter.ts'
import { MeterQueries } from '../../../ports/plan/plans.ts'
import type { Database, Statement } from '../database.ts'

export const readMeter: Statement = {
  name: 'read_meter',
  text: `
    select $2::text as meter, coalesce(m.used, 0) as used,
           case $2 when 'records' then p.records when 'jobs' then p.jobs end as allowed
      from organizations o
      join plans p on p.id = o.plan_id
      left join lateral meter_of(p_organization => o.id, p_meter => $2, p_period => $3) m on true
     where o.id = $1`,
}

export interface MeterRow {
  readonly meter: MeterName
  readonly used: string
  readonly allowed: string | null
}

export function readingFrom(row: MeterRow): MeterReading {
  return {
    meter: row.meter,
    used: Number(row.used),
    limit: row.allowed === null ? null : Number(row.allowed),
  }
}

export class PostgresMeterQueries extends MeterQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async read(
    organizationId: string,
    meter: MeterName,
    period: string,
  ): Promise<MeterReading | null> {
    const [row] = await this.#database.read<MeterRow>(readMeter, [organizationId, meter, period])
    return row === undefined ? null : readingFrom(row)
  }
}
