import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { openScratch } from '../../support/scratch.ts'
import type { SimulationServer } from '../server.ts'
import { applyPatches, type Patch, root } from './patches.ts'
import { Searcher } from './searcher.ts'

/** The parts of the repository that a process of the simulator uses. */
const parts = ['package.json', 'src', 'workers', 'migrations', 'test/simulation', 'test/support']

/** Begins the words that stand for a promise if the process of a seed ends or gives no result. */
export const noResult = 'no result: '

/** A copy of the repository's files with a database of its own, in which faults are planted. */
export class PlantedTree {
  readonly #folder = openScratch('spindle-planted-')
  readonly #unchanged = join(this.#folder, 'unchanged')
  readonly #tree = join(this.#folder, 'tree')
  readonly #server: SimulationServer
  readonly #execArgv: readonly string[]
  #planted: readonly Patch[] = []
  #url: string | undefined
  #searcher: Searcher | null = null

  /** `execArgv` has options of Node.js for the process that runs seeds. */
  constructor(server: SimulationServer, execArgv: readonly string[]) {
    this.#server = server
    this.#execArgv = execArgv
    for (const part of parts) cpSync(join(root, part), join(this.#unchanged, part), { recursive: true })
    cpSync(this.#unchanged, this.#tree, { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(this.#tree, 'node_modules'))
  }

  /** Splits patches into groups that apply one after the other, and names those that do not apply even alone. */
  compatibleGroups(patches: readonly Patch[]): {
    readonly groups: readonly (readonly Patch[])[]
    readonly refusals: ReadonlyMap<Patch, string>
  } {
    const groups: (readonly Patch[])[] = []
    const refusals = new Map<Patch, string>()
    for (let waiting = patches; waiting.length > 0; ) {
      this.#restore()
      const group: Patch[] = []
      this.#planted = group
      for (const patch of waiting) {
        const refusal = applyPatches([patch], this.#tree, 'change')
        if (refusal === null) group.push(patch)
        else if (group.length === 0) refusals.set(patch, refusal)
      }
      if (group.length > 0) groups.push(group)
      waiting = waiting.filter((patch) => !group.includes(patch) && !refusals.has(patch))
    }
    this.#restore()
    return { groups, refusals }
  }

  /** Returns the promises that a seed breaks with these faults. */
  async promisesBrokenBy(seed: number, steps: number, patches: readonly Patch[]): Promise<readonly string[]> {
    try {
      const searcher = await this.#with(patches)
      return (await searcher.answer({ kind: 'run', seed, steps, promise: '' })).promises
    } catch (error) {
      await this.end()
      const words = error instanceof Error ? error.message : String(error)
      return [`${noResult}${words.replaceAll(/\s+/g, ' ').slice(0, 300)}`]
    }
  }

  /** Returns how many operations of a seed are needed to break the same promise with these faults. */
  async operationsToBreak(
    promise: string,
    seed: number,
    steps: number,
    patches: readonly Patch[],
  ): Promise<number> {
    const searcher = await this.#with(patches)
    return (await searcher.answer({ kind: 'shorten', seed, steps, promise })).operations
  }

  async end(): Promise<void> {
    await this.#searcher?.end()
    this.#searcher = null
  }

  async remove(): Promise<void> {
    await this.end()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #with(patches: readonly Patch[]): Promise<Searcher> {
    const isPlanted =
      patches.length === this.#planted.length && patches.every((patch) => this.#planted.includes(patch))
    if (this.#searcher !== null && isPlanted) return this.#searcher
    await this.end()
    this.#restore()
    const refusal = applyPatches(patches, this.#tree, 'change')
    if (refusal !== null) throw new Error(refusal)
    this.#planted = patches
    const isDated = patches.some(({ files }) => files.some((file) => /^migrations\/\d/.test(file)))
    this.#url = await this.#server.addDatabase(isDated ? 'empty' : 'migrated', this.#url)
    const compiled = join(this.#folder, 'compiled')
    this.#searcher = await Searcher.start({ tree: this.#tree, compiled }, this.#url, this.#execArgv)
    return this.#searcher
  }

  /** Undoes the changes of the planted faults. */
  #restore(): void {
    for (const file of this.#planted.flatMap(({ files }) => files))
      cpSync(join(this.#unchanged, file), join(this.#tree, file))
    this.#planted = []
  }
}
