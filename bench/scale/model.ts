/**
 * The kinds of work in the cost model, such as storing one record or processing one recipient. The model has
 * the cost of one unit of each kind.
 */
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
 * The parts of a cost. `kept` are bytes on disk that stay until a user deletes them, and `retained` bytes on
 * disk that the retention deletes. `wal` are bytes of the log (WAL); the others are milliseconds of CPU.
 */
export const dimensions = ['kept', 'retained', 'wal', 'api', 'runtime', 'postgres'] as const
type Dimension = (typeof dimensions)[number]
export type Costs = Readonly<Record<Dimension, number>>
export type CostTable = Readonly<Record<Kind, Costs>>
export type Mix = Readonly<Partial<Record<Kind, number>>>

export function predict(costs: CostTable, mix: Mix): Costs {
  const costOf = (dimension: Dimension) =>
    kinds.reduce((sum, kind) => sum + (mix[kind] ?? 0) * costs[kind][dimension], 0)
  return Object.fromEntries(dimensions.map((dimension) => [dimension, costOf(dimension)])) as Costs
}

/** The load and the retention times that a deployment is planned for. */
export interface Workload {
  readonly rowsPerDay: number
  /**
   * The share of rows, from 0 to 1, that arrive in batches of hundreds. Each of the other rows arrives in a
   * request of its own.
   */
  readonly shareInBatches: number
  readonly mailsPerDay: number
  /** The share of e-mails, from 0 to 1, whose text is stored. */
  readonly shareWithBody: number
  readonly waitingRecipients: number
  readonly waitingJobs: number
  readonly organizations: number
  /** The days for which deliveries and messages are kept, as in RETENTION_DAYS. */
  readonly retentionDays: number
  /**
   * The days for which records, and the notes of which people were contacted, accumulate before a user
   * deletes them.
   */
  readonly recordDays: number
}

/** Hardware, prices and load peaks, which the cost model cannot know. Replace them by your own. */
export interface Assumptions {
  /** The ratio of the load in the busiest minutes of a day to the day's average load. */
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
  /**
   * The monthly prices of one core, of one gigabyte of disk and of one gigabyte of archived log, in any
   * currency.
   */
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
  /**
   * The resource that decides the number of cells, because the workload needs the largest multiple of one
   * cell's limit of it.
   */
  readonly bound: 'one is enough' | 'cores' | 'disk' | 'log of changes'
  readonly perMonth: number
}

const secondsPerDay = 86_400
/**
 * The rate of single rows, in rows per second, below which each row is committed alone. At higher rates, rows
 * of several requests share a commit.
 */
const minPerSecond = 100

/**
 * Returns the disk, log, cores, cells and price that a workload needs. Cores are fractions, to be rounded up
 * to a number that can be bought.
 */
export function needsOf(workload: Workload, costs: CostTable, assumptions: Assumptions): Needs {
  const byThemselves = workload.rowsPerDay * (1 - workload.shareInBatches)
  const isQuiet = byThemselves / secondsPerDay < minPerSecond
  const daily = predict(costs, {
    recordAlone: isQuiet ? byThemselves : 0,
    recordAmongOthers: isQuiet ? 0 : byThemselves,
    recordInBatch: workload.rowsPerDay * workload.shareInBatches,
    recipient: workload.mailsPerDay * (1 - workload.shareWithBody),
    recipientWithBody: workload.mailsPerDay * workload.shareWithBody,
  })
  // Waiting recipients, waiting jobs and organizations are stored once, so their cost does not recur each
  // day.
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
    (daily.kept * workload.recordDays + daily.retained * workload.retentionDays + lying.kept + lying.retained)
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
