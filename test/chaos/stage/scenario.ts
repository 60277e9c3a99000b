import type { Figure } from './figures.ts'

/**
 * A chaos scenario: it disturbs deployments at work, and then counts the promises of the service that were
 * broken.
 */
export interface Scenario {
  /** A description of the chaos scenario in one line, for the printed list of scenarios. */
  readonly about: string
  /** The names of the runs of the chaos scenario. Each run has its own deployment. */
  readonly runs: readonly string[]
  /**
   * Plays a run of the chaos scenario. Returns its columns of figures by their heading; most runs have one
   * column.
   */
  run(name: string): Promise<Readonly<Record<string, readonly Figure[]>>>
}

/** Returns a number setting of a chaos scenario, from the environment variable `CHAOS_NAME`. */
export function setting(name: string, usual: number): number {
  return Number(process.env[`CHAOS_${name}`] ?? usual)
}

/** Returns the names of this many runs of a chaos scenario: "run 1", "run 2" and so on. */
export function numbered(runs: number): readonly string[] {
  return Array.from({ length: runs }, (_, index) => `run ${index + 1}`)
}
