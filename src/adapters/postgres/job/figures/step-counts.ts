import type { StepCounts, StepStatus } from '../../../../domain/job/step-figures.ts'
import type { ReasonCode } from '../../../../domain/reason.ts'

/**
 * A row that the SQL function count_steps returns: how many jobs, records or recipients one version of a
 * spinner has. `what` says what the number counts.
 */
export interface CountedRow extends Record<string, unknown> {
  readonly version: number
  readonly what:
    | 'jobs'
    | 'open'
    | 'records'
    | 'at'
    | 'unknown'
    | 'way'
    | 'entered'
    | 'retried'
    | 'left'
    | 'arrived'
  readonly step: number | null
  readonly way: number | null
  readonly status: StepStatus | null
  readonly code: ReasonCode | null
  readonly count: string
  readonly estimated: boolean
}

/** Returns the numbers of recipients by step for each version of a spinner, newest version first. */
export function stepCountsOf(rows: readonly CountedRow[]): readonly StepCounts[] {
  return [...Map.groupBy(rows, ({ version }) => version)]
    .toSorted(([a], [b]) => b - a)
    .map(([version, of]) => {
      const some = (what: CountedRow['what']) =>
        of
          .filter((row) => row.what === what)
          .map((row) => ({ ...row, step: row.step ?? 0, count: Number(row.count) }))
      const total = (what: CountedRow['what']) => some(what).reduce((sum, { count }) => sum + count, 0)
      return {
        version,
        jobs: total('jobs'),
        open: total('open'),
        recipients: total('records'),
        byStatus: some('at').map(({ step, status, code, count }) => ({
          step,
          status: status ?? 'pending',
          code,
          count,
        })),
        branches: some('way').map(({ step, way, count }) => ({ step, branch: way ?? 0, count })),
        entered: some('entered').map(({ step, count }) => ({ step, count })),
        retried: some('retried').map(({ step, count }) => ({ step, count })),
        left: some('left').map(({ step, count }) => ({ step, count })),
        arrived: some('arrived').map(({ step, count }) => ({ step, count })),
        isEstimate: of.some(({ estimated }) => estimated),
      }
    })
}
