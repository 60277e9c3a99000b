import { print, thousands } from '../support/arena.ts'
import { sizes } from '../support/sizes.ts'
import { assumptions, hasOwnWorkload, ownWorkload, workloads } from './assumptions.ts'
import { measuredCosts } from './costs.ts'
import {
  type Deviation,
  deviations,
  dimensions,
  fitted,
  kinds,
  machineFactor,
  needsOf,
  type Point,
  type Workload,
} from './model.ts'
import { Simulation } from './simulation.ts'

const tolerance = 0.15

/**
 * Compares the costs in docs/scale.md with the measured costs of a real deployment, for several sizes of each
 * kind of work.
 */
export async function scaleBench(): Promise<void> {
  const { points, locks, memory } = await Simulation.run(sizes.scale, tellOfPoint)
  const costs = process.env['BENCH_FIT'] === '1' ? fitted(points) : measuredCosts
  if (process.env['BENCH_FIT'] === '1') printCosts(points)
  process.stdout.write(
    `CPU time of this machine, now, for a second of the one that the costs are from: ${machineFactor(costs, points).toFixed(2)} s\n`,
  )
  const found = deviations(costs, points)
  print([
    ['model: measured', 'units', 'kept MB', 'retained MB', 'log MB', 'API s', 'runtime s', 'PostgreSQL s'],
    ...points.map((point) => [
      point.name,
      thousands(Object.values(point.mix).reduce((sum, units) => sum + units, 0)),
      ...found.filter((one) => one.point === point).map(told),
    ]),
  ])
  const judged = found.filter(({ share }) => share !== null)
  const beyond = judged.filter(({ share }) => Math.abs(share ?? 0) > tolerance)
  process.stdout.write(
    `figures within 15 % of the model: ${judged.length - beyond.length} of ${judged.length}\n`,
  )
  print([
    ['locks', 'most held', 'most waiting'],
    ...Object.entries(locks).map(([name, { held, waiting }]) => [name, held, waiting]),
  ])
  print([
    ['memory after all of it, MB', 'API', 'runtime, peak', 'PostgreSQL'],
    ['', ...[memory.api, memory.runtime, memory.postgres].map(Math.round)],
  ])
}

/**
 * Prints the disk, log, cores and cells that each workload needs according to the cost model. If the
 * environment has variables SIZE_…, prints only the workload that they define.
 */
export async function sizeBench(): Promise<void> {
  const asked = hasOwnWorkload ? { 'as asked': ownWorkload } : workloads
  print([
    ['', 'disk of a copy', 'log a day', 'API', 'runtime', 'PostgreSQL', 'cells', 'bound by', 'a month'],
    ...Object.entries(asked).map(([name, workload]) => [name, ...lineOf(workload)]),
  ])
}

function lineOf(workload: Workload): string[] {
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

function told({ point, dimension, predicted, share }: Deviation): string {
  if (share === null) return '-'
  const scale = ['kept', 'retained', 'wal'].includes(dimension) ? 1e6 : 1e3
  const measured = point.measured[dimension] / scale
  const flag = Math.abs(share) > tolerance ? ' !' : ''
  const percent = `${share < 0 ? '-' : '+'}${Math.abs(100 * share).toFixed(0)} %`
  return `${rounded(predicted / scale)}: ${rounded(measured)} ${percent}${flag}`
}

/**
 * Prints each measurement of the scale bench as soon as it is done, because a whole run takes minutes and may
 * be interrupted.
 */
function tellOfPoint({ name, mix, measured }: Point): void {
  const figures = dimensions.map((dimension) => `${dimension} ${Math.round(measured[dimension])}`)
  process.stdout.write(`${name} ${Object.values(mix).map(thousands).join(' + ')}: ${figures.join(', ')}\n`)
}

function printCosts(points: readonly Point[]): void {
  const table = fitted(points)
  for (const kind of kinds) {
    const words = dimensions.map((dimension) => `${dimension}: ${rounded(table[kind][dimension])}`)
    process.stdout.write(`  ${kind}: { ${words.join(', ')} },\n`)
  }
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(3)))
}

function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)))
  return `${rounded(count / 1000 ** power)} ${units[power]}`
}
