import { print, thousands } from '../support/arena.ts'
import { assumptions, hasOwnWorkload, ownWorkload, workloads } from './assumptions.ts'
import { measuredCosts } from './costs.ts'
import { needsOf, type Workload } from './model.ts'

/**
 * Prints the disk, log, cores and cells that each workload needs according to the cost model. If the
 * environment has variables SIZE_…, prints only the workload that they define.
 */
export async function sizeBench(): Promise<void> {
  const requested = hasOwnWorkload ? { 'as asked': ownWorkload } : workloads
  print([
    ['', 'disk of a copy', 'log a day', 'API', 'runtime', 'PostgreSQL', 'cells', 'bound by', 'a month'],
    ...Object.entries(requested).map(([name, workload]) => [name, ...lineOf(workload)]),
  ])
}

export function lineOf(workload: Workload): string[] {
  const { diskBytes, walBytesPerDay, cores, cells, bound, perMonth } = needsOf(
    workload,
    measuredCosts,
    assumptions,
  )
  return [
    bytes(diskBytes),
    bytes(walBytesPerDay),
    ...[cores.api, cores.runtime, cores.postgres].map((count) => `${rounded(count)} cores`),
    String(cells),
    bound,
    thousands(perMonth),
  ]
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(3)))
}

function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)))
  return `${rounded(count / 1000 ** power)} ${units[power]}`
}
