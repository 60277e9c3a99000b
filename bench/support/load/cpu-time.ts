import { readdirSync, readFileSync } from 'node:fs'

/** The length of a clock tick of Linux, in milliseconds. */
const msPerTick = 10

/**
 * Returns the milliseconds of CPU time that a process and its descendants have spent. Descendants that have
 * ended are not counted.
 */
function cpuTime(root: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)))
  const within = new Set([root])
  // Searches twice for children of the found processes. A child usually has a higher number than its parent,
  // unless process numbers have wrapped around.
  for (let round = 0; round < 2; round++)
    for (const { pid, parent } of stats) if (within.has(parent)) within.add(pid)
  return stats.reduce((sum, { pid, ticks }) => sum + (within.has(pid) ? ticks * msPerTick : 0), 0)
}

export function parentOf(pid: number): number {
  return statOf(pid)[0]?.parent ?? 0
}

function statOf(pid: number): { pid: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return [{ pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
  } catch {
    return []
  }
}

/** The processes whose CPU time is measured: an API process, and PostgreSQL's first process. */
export interface Processes {
  readonly api: number
  readonly database: number
}

/** The microseconds of CPU time for each answered request. */
export type Cost = Readonly<Record<keyof Processes, number>>

/** Runs a load and adds the CPU time that the processes spent on each of its requests. */
export async function withCost<Counts extends { readonly acknowledged: number; readonly refused: number }>(
  { api, database }: Processes,
  run: () => Promise<Counts>,
): Promise<Counts & { readonly cost: Cost }> {
  const before = { api: cpuTime(api), database: cpuTime(database) }
  const figures = await run()
  const answered = figures.acknowledged + figures.refused
  const costOf = (spent: number) => (spent * 1000) / answered
  return {
    ...figures,
    cost: {
      api: costOf(cpuTime(api) - before.api),
      database: costOf(cpuTime(database) - before.database),
    },
  }
}
