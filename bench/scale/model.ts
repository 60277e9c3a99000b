/** The kinds of work that the service does; the model knows the cost of each. */
export const kinds = [
  'recordAlone',
  'recordAmongOthers',
  'recordInBatch',
  'recipient',
  'recipientWithBody',
  'waitingRecipient',
  'waitingJob',
  'organization',
] as const
type Kind = (typeof kinds)[number]

/**
 * `kept` and `retained` are bytes on disk, of tables with their indexes: those that stay until somebody deletes them,
 * and those that retention clears away. `wal` is bytes too; the others are milliseconds of CPU.
 */
export const dimensions = ['kept', 'retained', 'wal', 'api', 'runtime', 'postgres'] as const
type Dimension = (typeof dimensions)[number]
export type Costs = Readonly<Record<Dimension, number>>
export type CostTable = Readonly<Record<Kind, Costs>>
export type Mix = Readonly<Partial<Record<Kind, number>>>

const cpu: ReadonlySet<Dimension> = new Set(['api', 'runtime', 'postgres'])

/** So much of each was put in, and that is what it took. */
export interface Point {
  readonly name: string
  readonly mix: Mix
  readonly measured: Costs
}

export interface Deviation {
  readonly point: Point
  readonly dimension: Dimension
  readonly predicted: number
  /** 0.1 where a tenth more was measured; null where both are too small for the instruments. */
  readonly share: number | null
}

export function predict(costs: CostTable, mix: Mix): Costs {
  return costsOf((dimension) =>
    kinds.reduce((sum, kind) => sum + (mix[kind] ?? 0) * costs[kind][dimension], 0),
  )
}

/** Costs per unit, from points of a single kind each: everything that was measured by everything that was put in. */
export function fitted(points: readonly Point[]): CostTable {
  const costOf = (kind: Kind): Costs => {
    const ofKind = points.filter(({ mix }) => Object.keys(mix).length === 1 && mix[kind] !== undefined)
    const units = ofKind.reduce((sum, { mix }) => sum + (mix[kind] ?? 0), 0)
    return costsOf((dimension) =>
      units === 0 ? 0 : ofKind.reduce((sum, { measured }) => sum + measured[dimension], 0) / units,
    )
  }
  return Object.fromEntries(kinds.map((kind) => [kind, costOf(kind)])) as Record<Kind, Costs>
}

/**
 * How much CPU time this machine takes at this moment for what took one second where the costs come from: one number
 * for all processes and all points, so that what is left of a deviation is the model's.
 */
export function machineFactor(costs: CostTable, points: readonly Point[]): number {
  const ratios = points.map(({ mix, measured }) => cpuOf(measured) / cpuOf(predict(costs, mix)))
  const usable = ratios.filter((ratio) => Number.isFinite(ratio) && ratio > 0).toSorted((a, b) => a - b)
  return usable[Math.floor(usable.length / 2)] ?? 1
}

export function deviations(costs: CostTable, points: readonly Point[]): Deviation[] {
  const factor = machineFactor(costs, points)
  return points.flatMap((point) => {
    const predicted = predict(costs, point.mix)
    return dimensions.map((dimension) => {
      const expected = predicted[dimension] * (cpu.has(dimension) ? factor : 1)
      const measured = point.measured[dimension]
      const isTooSmall = Math.max(expected, measured) < leastOf(dimension, point.measured)
      return { point, dimension, predicted: expected, share: isTooSmall ? null : measured / expected - 1 }
    })
  })
}

/** A table grows by 64 pages and more at once; the clock of a process ticks a hundred times a second. */
function leastOf(dimension: Dimension, measured: Costs): number {
  return cpu.has(dimension) ? Math.max(500, 0.08 * cpuOf(measured)) : 2_000_000
}

function cpuOf({ api, runtime, postgres }: Costs): number {
  return api + runtime + postgres
}

function costsOf(cost: (dimension: Dimension) => number): Costs {
  return Object.fromEntries(dimensions.map((dimension) => [dimension, cost(dimension)])) as Record<
    Dimension,
    number
  >
}

/** The load and the retention that a deployment is planned for. */
export interface Workload {
  readonly rowsPerDay: number
  /** The share of rows that arrive in batches of hundreds. Each other row has a request of its own. */
  readonly shareInBatches: number
  readonly mailsPerDay: number
  /** The share of mails whose text is kept. */
  readonly shareWithBody: number
  readonly waitingRecipients: number
  readonly waitingJobs: number
  readonly organizations: number
  /** RETENTION_DAYS. */
  readonly retentionDays: number
  /** For how long records, and what is known of who was written to, pile up before somebody deletes them. */
  readonly keptDays: number
}

/** Values that the model cannot know. Replace them by your own. */
export interface Assumptions {
  /** The busiest minutes of a day against its average. */
  readonly peak: number
  /** The share of a core or a disk that may be in use in the busiest minutes. */
  readonly use: number
  /** Room for rows that were updated and not yet cleared away, for indexes that fill less evenly, and for growth. */
  readonly slack: number
  /** Servers of one Patroni cluster, each with everything. */
  readonly copies: number
  /** The factor by which full-page writes after checkpoints enlarge the log. The costs are measured without them. */
  readonly wholePages: number
  /** The number of days for which the log (WAL) is archived. */
  readonly archiveDays: number
  /** The largest size of one database server. */
  readonly cell: {
    readonly cores: number
    readonly diskBytes: number
    readonly walBytesPerSecond: number
  }
  /** A month, in whatever money. */
  readonly prices: {
    readonly core: number
    readonly diskGigabyte: number
    readonly archiveGigabyte: number
  }
}

export interface Needs {
  readonly diskBytes: number
  readonly walBytesPerDay: number
  readonly cores: { readonly api: number; readonly runtime: number; readonly postgres: number }
  readonly cells: number
  /** Why there are so many. */
  readonly bound: 'one is enough' | 'cores' | 'disk' | 'log of changes'
  readonly perMonth: number
}

const secondsPerDay = 86_400
/** Below it no row finds another one to share its commit with. */
const leastPerSecond = 100

/** Cores and cells of fractions are told as such: one rounds up by what one can buy. */
export function needsOf(workload: Workload, costs: CostTable, assumptions: Assumptions): Needs {
  const byThemselves = workload.rowsPerDay * (1 - workload.shareInBatches)
  const isQuiet = byThemselves / secondsPerDay < leastPerSecond
  const daily = predict(costs, {
    recordAlone: isQuiet ? byThemselves : 0,
    recordAmongOthers: isQuiet ? 0 : byThemselves,
    recordInBatch: workload.rowsPerDay * workload.shareInBatches,
    recipient: workload.mailsPerDay * (1 - workload.shareWithBody),
    recipientWithBody: workload.mailsPerDay * workload.shareWithBody,
  })
  // A waiting recipient was written once, on any day, and is stored until it ends.
  const lying = predict(costs, {
    waitingRecipient: workload.waitingRecipients,
    waitingJob: workload.waitingJobs,
    organization: workload.organizations,
  })
  const { peak, use, slack, copies, wholePages, archiveDays, cell, prices } = assumptions
  const walBytesPerDay = wholePages * daily.wal
  const coresFor = (milliseconds: number) => (milliseconds / 1_000 / secondsPerDay) * (peak / use)
  const cores = {
    api: coresFor(daily.api),
    runtime: coresFor(daily.runtime),
    postgres: coresFor(daily.postgres),
  }
  const diskBytes =
    slack *
    (daily.kept * workload.keptDays + daily.retained * workload.retentionDays + lying.kept + lying.retained)
  const bounds = [
    ['cores', cores.postgres / cell.cores],
    ['disk', diskBytes / (cell.diskBytes * use)],
    ['log of changes', ((walBytesPerDay / secondsPerDay) * peak) / (cell.walBytesPerSecond * use)],
  ] as const
  const [most] = bounds.toSorted(([, a], [, b]) => b - a)
  const cells = Math.max(1, Math.ceil(most?.[1] ?? 1))
  const gigabytes = diskBytes / 1e9
  return {
    diskBytes,
    walBytesPerDay,
    cores,
    cells,
    bound: cells === 1 ? 'one is enough' : (most?.[0] ?? 'cores'),
    perMonth:
      prices.core * (cores.api + cores.runtime + copies * cores.postgres) +
      prices.diskGigabyte * gigabytes * copies +
      (prices.archiveGigabyte * walBytesPerDay * archiveDays) / 1e9,
  }
}
