/** The kinds of work that the service does. The model has the cost of one unit of each. */
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
 * The dimensions of a cost. `kept` and `retained` are bytes of tables and indexes on disk, before a user or
 * the retention deletes them. `wal` is bytes too; the others are milliseconds of CPU.
 */
export const dimensions = ['kept', 'retained', 'wal', 'api', 'runtime', 'postgres'] as const
type Dimension = (typeof dimensions)[number]
export type Costs = Readonly<Record<Dimension, number>>
export type CostTable = Readonly<Record<Kind, Costs>>
export type Mix = Readonly<Partial<Record<Kind, number>>>

const cpu: ReadonlySet<Dimension> = new Set(['api', 'runtime', 'postgres'])

/**
 * A measurement of the scale bench: the units of each kind of work that were put in, and the costs measured
 * for them.
 */
export interface Point {
  readonly name: string
  readonly mix: Mix
  readonly measured: Costs
}

export interface Deviation {
  readonly point: Point
  readonly dimension: Dimension
  readonly predicted: number
  /**
   * The deviation of the measured cost from the predicted one; 0.1 if a tenth more was measured. Null if both
   * are too small to measure.
   */
  readonly share: number | null
}

export function predict(costs: CostTable, mix: Mix): Costs {
  return costsOf((dimension) =>
    kinds.reduce((sum, kind) => sum + (mix[kind] ?? 0) * costs[kind][dimension], 0),
  )
}

/**
 * Returns the costs per unit of each kind of work, from points of only that kind: the sum of what was
 * measured divided by the units.
 */
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
 * Returns the CPU time that this machine needs now for one second of CPU in the cost table. It is one factor
 * for all processes and points, so that remaining deviations come from the model.
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

/**
 * Returns the least cost that the bench can measure. A table grows by at least 64 pages at once, and the CPU
 * clock ticks 100 times a second.
 */
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

/** The load and the retention times that a deployment is planned for. */
export interface Workload {
  readonly rowsPerDay: number
  /**
   * The share of rows that arrive in batches of hundreds. Each of the other rows arrives in a request of its
   * own.
   */
  readonly shareInBatches: number
  readonly mailsPerDay: number
  /** The share of e-mails whose text is stored. */
  readonly shareWithBody: number
  readonly waitingRecipients: number
  readonly waitingJobs: number
  readonly organizations: number
  /** The days for which deliveries and messages are kept, as in RETENTION_DAYS. */
  readonly retentionDays: number
  /**
   * The days for which records, and the knowledge of who was written to, accumulate before a user deletes
   * them.
   */
  readonly keptDays: number
}

/** Values that the model of costs cannot know. Replace them by your own. */
export interface Assumptions {
  /** The ratio of the load in the busiest minutes of a day to its average. */
  readonly peak: number
  /** The share of a core or a disk that may be in use in the busiest minutes, from 0 to 1. */
  readonly use: number
  /**
   * The factor by which the disk is larger than the stored rows: for outdated rows, less evenly filled
   * indexes, and growth.
   */
  readonly slack: number
  /** The number of servers in one Patroni cluster, each with all data. */
  readonly copies: number
  /**
   * The factor by which full-page writes after checkpoints enlarge the log (WAL). The costs are measured
   * without them.
   */
  readonly wholePages: number
  /** The number of days for which the log (WAL) is archived. */
  readonly archiveDays: number
  /**
   * The largest database server that the cost model allows: its cores, disk and log (WAL) throughput. A larger
   * load needs several cells, each with its own database server.
   */
  readonly cell: {
    readonly cores: number
    readonly diskBytes: number
    readonly walBytesPerSecond: number
  }
  /** The prices of one month, in any currency. */
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
  /** The resource that requires this number of cells. */
  readonly bound: 'one is enough' | 'cores' | 'disk' | 'log of changes'
  readonly perMonth: number
}

const secondsPerDay = 86_400
/** The number of rows per second below which rows arrive alone and share no commit with others. */
const leastPerSecond = 100

/** Returns what a workload needs. Cores are fractions, because one rounds them up to what one can buy. */
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
  // Waiting recipients are stored until they end, so their cost counts once and not each day.
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
