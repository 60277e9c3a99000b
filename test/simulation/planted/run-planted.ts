import { startSimulationServer } from '../server.ts'
import { namedPatches, type Patch } from './patches.ts'
import { noResult, PlantedTree } from './planted-tree.ts'

/** The planted faults to search for, and the seeds that may be run for each of them. */
export interface PlantedOrder {
  /** Names of patches or of their folders; all patches if there are none. */
  readonly names: readonly string[]
  readonly first: number
  readonly count: number
  readonly steps: number
  readonly processes: number
  /** Whether operations that a found fault does not need are removed from the run. */
  readonly shortens: boolean
  /** Options of Node.js for the processes that run seeds. */
  readonly execArgv: readonly string[]
}

interface Row {
  readonly patch: Patch
  /** The seed that found the fault, and the promise that it broke; null if none did. */
  readonly seed: number | null
  readonly promise: string
  /** The number of operations of the seed that are needed to break the promise. */
  readonly operations: number | null
}

/** Faults that are planted together, and the seed from which they are searched for. */
interface Group {
  readonly patches: readonly Patch[]
  readonly from: number
}

/** The share of the planted faults that the simulator must find. */
const goal = 0.9

/**
 * Searches for planted faults, and prints a table. Faults are planted together, in a copy of the files, because most
 * seeds meet none of them. When a seed breaks a promise, the fault that breaks one alone in this seed is singled out and
 * no longer planted. Returns the exit code: 1 if a patch does not apply, or fewer than 90 % of the faults are found.
 */
export async function runPlanted(order: PlantedOrder): Promise<number> {
  const patches = namedPatches(order.names)
  const width = Math.max(...patches.map(({ name }) => name.length))
  const print = (cells: readonly string[]) =>
    process.stdout.write(
      `${cells.map((cell, at) => (at === 0 ? cell.padEnd(width) : cell.padStart(columns[at] ?? 0))).join('  ')}\n`,
    )
  print(['planted fault', 'found', 'seed', 'operations', 'seconds', 'promise'])
  const begunAt = performance.now()
  const server = await startSimulationServer(0)
  const rows: Row[] = []
  const report = (row: Row) => {
    rows.push(row)
    print(cellsOf(row, (performance.now() - begunAt) / 1000))
  }
  const unplanted = new PlantedTree(server, order.execArgv)
  const { groups, refusals } = unplanted.compatibleGroups(patches)
  const waiting = dealt(groups, order.processes).map((group) => ({ patches: group, from: order.first }))
  const brokenAnyway = new Map<number, Promise<readonly string[]>>()
  const isBrokenAnyway = async (seed: number) => {
    const answer = brokenAnyway.get(seed) ?? unplanted.promisesBrokenBy(seed, order.steps, [])
    brokenAnyway.set(seed, answer)
    return (await answer).length > 0
  }
  const work = async () => {
    const tree = new PlantedTree(server, order.execArgv)
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift())
      waiting.push(...(await new GroupSearch(tree, order, isBrokenAnyway, report).search(group)))
    await tree.remove()
  }
  try {
    await Promise.all(Array.from({ length: Math.min(order.processes, waiting.length) }, work))
  } finally {
    await unplanted.remove()
    await server.stop()
  }
  const foundCount = rows.filter(({ seed }) => seed !== null).length
  for (const [{ name }, refusal] of refusals)
    process.stdout.write(`\n${name}: renew it, because it does not apply: ${refusal}\n`)
  process.stdout.write(`\n${foundCount} of ${patches.length} found\n`)
  return refusals.size > 0 || foundCount < goal * patches.length ? 1 : 0
}

/** The least width of each column of the table. */
const columns = [0, 5, 8, 10, 7, 0]

function cellsOf({ patch, seed, promise, operations }: Row, seconds: number): string[] {
  return [
    patch.name,
    seed === null ? 'no' : 'yes',
    String(seed ?? ''),
    String(operations ?? ''),
    seconds.toFixed(0),
    promise,
  ]
}

/** Splits the largest groups until each process can begin with a large one. */
function dealt(groups: readonly (readonly Patch[])[], processes: number): (readonly Patch[])[] {
  const split = [...groups]
  while (split.length > 0 && split.length < groups.length - 1 + processes) {
    split.sort((a, b) => b.length - a.length)
    const [largest = []] = split
    if (largest.length < 2) break
    split.splice(0, 1, ...halvesOf(largest))
  }
  return split
}

function halvesOf(patches: readonly Patch[]): [readonly Patch[], readonly Patch[]] {
  const middle = Math.ceil(patches.length / 2)
  return [patches.slice(0, middle), patches.slice(middle)]
}

/** The number of seeds that faults break together and none of them alone, after which their group is split. */
const togetherUntilSplit = 5

/** Searches for the faults of a group, which are planted together in a tree. */
class GroupSearch {
  readonly #tree: PlantedTree
  readonly #order: PlantedOrder
  readonly #isBrokenAnyway: (seed: number) => Promise<boolean>
  readonly #report: (row: Row) => void

  constructor(
    tree: PlantedTree,
    order: PlantedOrder,
    isBrokenAnyway: (seed: number) => Promise<boolean>,
    report: (row: Row) => void,
  ) {
    this.#tree = tree
    this.#order = order
    this.#isBrokenAnyway = isBrokenAnyway
    this.#report = report
  }

  /** Returns the groups in which the search must continue, because their faults break the seed only together. */
  async search({ patches, from }: Group): Promise<readonly Group[]> {
    const { first, count } = this.#order
    let planted = patches
    let together = 0
    for (let seed = from; seed < first + count && planted.length > 0; ) {
      if ((await this.#brokenBy(seed, planted)).length === 0 || (await this.#isBrokenAnyway(seed))) {
        seed++
        continue
      }
      const alone = await this.#singledOut(seed, planted)
      const promises = await this.#brokenBy(seed, [alone])
      if (promises.length === 0) {
        if (planted.length > 1 && ++together === togetherUntilSplit)
          return halvesOf(planted).map((half) => ({ patches: half, from: seed }))
        seed++
        continue
      }
      await this.#reportBroken(seed, alone, promises)
      planted = planted.filter((patch) => patch !== alone)
    }
    for (const patch of planted)
      this.#report({
        patch,
        seed: null,
        promise: `none in ${count} seeds`,
        operations: null,
      })
    return []
  }

  /** Returns the fault that breaks the seed alone, if one of them does. */
  async #singledOut(seed: number, patches: readonly Patch[]): Promise<Patch> {
    const [first, second] = halvesOf(patches)
    const [patch] = first
    if (patch !== undefined && second.length === 0) return patch
    return await this.#singledOut(seed, (await this.#brokenBy(seed, first)).length > 0 ? first : second)
  }

  async #reportBroken(seed: number, patch: Patch, promises: readonly string[]): Promise<void> {
    const { steps, shortens } = this.#order
    const [promise = ''] = promises
    const row = { patch, promise, operations: steps }
    if (promise.startsWith(noResult)) return this.#report({ ...row, seed: null })
    const operations = shortens ? await this.#tree.operationsToBreak(promise, seed, steps, [patch]) : steps
    this.#report({ ...row, seed, operations })
  }

  async #brokenBy(seed: number, patches: readonly Patch[]): Promise<readonly string[]> {
    return await this.#tree.promisesBrokenBy(seed, this.#order.steps, patches)
  }
}
