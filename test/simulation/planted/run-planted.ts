import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { openScratch } from '../../support/scratch.ts'
import { type SimulationServer, startSimulationServer } from '../server.ts'
import { applyPatch, type Patch, readPatches, root } from './patches.ts'
import type { SearchAnswer } from './search.ts'
import { Searcher } from './searcher.ts'

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

type Found = {
  readonly seed: number
  readonly promise: string
  readonly operations: number
}

interface Row {
  readonly patch: Patch
  readonly found: Found | null
  /** Why the patch could not be used; null if its seeds ran. */
  readonly fault: string | null
  readonly seeds: number
  readonly seconds: number
}

/** The parts of the repository that a process of the simulator uses. */
const parts = ['package.json', 'src', 'workers', 'migrations', 'test/simulation', 'test/support']

/** The share of the planted faults that the simulator must find. */
const goal = 0.9

/**
 * Plants each fault in a copy of the files, runs seeds until a promise is broken that the seed keeps without the fault, and
 * prints a table. Returns the exit code: 1 if a patch does not apply, or fewer than 90 % of the faults are found.
 */
export async function runPlanted(order: PlantedOrder): Promise<number> {
  const patches = named(order.names)
  const width = Math.max(...patches.map(({ name }) => name.length))
  const print = (cells: readonly string[]) =>
    process.stdout.write(
      `${cells.map((cell, at) => (at === 0 ? cell.padEnd(width) : cell.padStart(columns[at] ?? 0))).join('  ')}\n`,
    )
  print(['planted fault', 'found', 'seed', 'operations', 'seconds', 'promise'])
  const server = await startSimulationServer(1)
  const unpatched = new Unpatched(server, order)
  const rows: Row[] = []
  const waiting = [...patches]
  const work = async () => {
    const folder = openScratch('spindle-planted-')
    for (let patch = waiting.shift(); patch !== undefined; patch = waiting.shift()) {
      const row = await search(patch, { folder, server, unpatched, order })
      rows.push(row)
      print(cellsOf(row))
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(Array.from({ length: Math.min(order.processes, patches.length) }, work))
  } finally {
    await unpatched.end()
    await server.stop()
  }
  const foundCount = rows.filter(({ found }) => found !== null).length
  const unusable = rows.filter(({ fault }) => fault !== null)
  for (const { patch, fault } of unusable) process.stdout.write(`\n${patch.name}: ${fault}\n`)
  process.stdout.write(`\n${foundCount} of ${rows.length} found\n`)
  return unusable.length > 0 || foundCount < goal * rows.length ? 1 : 0
}

/** The least width of each column of the table. */
const columns = [0, 5, 8, 10, 7, 0]

function cellsOf({ patch, found, fault, seeds, seconds }: Row): string[] {
  const last = found?.promise ?? (fault === null ? `none in ${seeds} seeds` : 'the patch could not be used')
  return [
    patch.name,
    found === null ? 'no' : 'yes',
    String(found?.seed ?? ''),
    String(found?.operations ?? ''),
    seconds.toFixed(0),
    last,
  ]
}

function named(names: readonly string[]): readonly Patch[] {
  const patches = readPatches()
  const matches = (name: string, { name: full }: Patch) =>
    full === name || full.endsWith(`/${name}`) || full.startsWith(`${name}/`)
  const strange = names.find((name) => !patches.some((patch) => matches(name, patch)))
  if (strange !== undefined) throw new Error(`There is no planted fault "${strange}"`)
  return patches.filter((patch) => names.length === 0 || names.some((name) => matches(name, patch)))
}

interface Parts {
  /** A folder for the tree with the fault and its compiled files. */
  readonly folder: string
  readonly server: SimulationServer
  readonly unpatched: Unpatched
  readonly order: PlantedOrder
}

/** Runs the seeds with a planted fault, in a tree and a database that exist only for it. */
async function search(patch: Patch, { folder, server, unpatched, order }: Parts): Promise<Row> {
  const begunAt = performance.now()
  const seconds = () => (performance.now() - begunAt) / 1000
  const [tree, compiled] = [join(folder, 'tree'), join(folder, 'compiled')]
  let searcher: Searcher | null = null
  let seed = order.first
  try {
    rmSync(tree, { recursive: true, force: true })
    for (const part of parts) cpSync(join(root, part), join(tree, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    const refusal = applyPatch(patch, tree, 'change')
    if (refusal !== null) throw new Error(`renew it, because it does not apply: ${refusal}`)
    const isDated = patch.files.some((file) => /^migrations\/\d/.test(file))
    const url = await server.addDatabase(isDated ? 'empty' : 'migrated')
    searcher = await Searcher.start({ tree, compiled }, url, order.execArgv)
    const { steps } = order
    for (; seed < order.first + order.count; seed++) {
      const { promises, ...whole } = await searcher.answer({ kind: 'run', seed, steps, promise: '' })
      if (promises.length === 0) continue
      const anyway = await unpatched.promisesBrokenBy(seed)
      const promise = promises.find((one) => !anyway.includes(one))
      if (promise === undefined) continue
      const until = seconds()
      const { operations } = order.shortens
        ? await searcher.answer({ kind: 'shorten', seed, steps, promise })
        : whole
      return {
        patch,
        found: { seed, promise, operations },
        fault: null,
        seeds: seed - order.first + 1,
        seconds: until,
      }
    }
    return { patch, found: null, fault: null, seeds: order.count, seconds: seconds() }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return {
      patch,
      found: null,
      fault: seed > order.first ? `seed ${seed}: ${words}` : words,
      seeds: 0,
      seconds: seconds(),
    }
  } finally {
    await searcher?.end()
  }
}

/** Runs seeds in the tree without planted faults, in a process that starts when it is first needed. */
class Unpatched {
  readonly #server: SimulationServer
  readonly #order: PlantedOrder
  #searcher: Promise<Searcher> | null = null
  readonly #answers = new Map<number, Promise<SearchAnswer>>()

  constructor(server: SimulationServer, order: PlantedOrder) {
    this.#server = server
    this.#order = order
  }

  async promisesBrokenBy(seed: number): Promise<readonly string[]> {
    const answer = this.#answers.get(seed) ?? this.#run(seed)
    this.#answers.set(seed, answer)
    return (await answer).promises
  }

  async end(): Promise<void> {
    await (await this.#searcher)?.end()
  }

  async #run(seed: number): Promise<SearchAnswer> {
    const { execArgv, steps } = this.#order
    const compiled = join(root, 'node_modules/.cache/compiled')
    this.#searcher ??= Searcher.start({ tree: root, compiled }, this.#server.urls[0] ?? '', execArgv)
    const searcher = await this.#searcher
    return await searcher.answer({ kind: 'run', seed, steps, promise: '' })
  }
}
