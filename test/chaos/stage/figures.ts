import { print, thousands } from '../../../bench/support/arena.ts'

/** A figure that a chaos scenario counted, and whether it keeps the promises of the service. */
export interface Figure {
  readonly name: string
  readonly text: string
  readonly isPromiseMet: boolean
}

/** Returns a figure of a chaos scenario about which the service promises nothing. */
export function plain(name: string, value: number, text = thousands(value)): Figure {
  return { name, text, isPromiseMet: true }
}

/**
 * Returns a figure of a chaos scenario that must have the value `wanted`, by default 0; any other value breaks
 * a promise.
 */
export function exactly(name: string, value: number, wanted = 0): Figure {
  const isStored = value === wanted
  return {
    name,
    text: isStored ? thousands(value) : `${thousands(value)}, not ${thousands(wanted)}`,
    isPromiseMet: isStored,
  }
}

/** Returns a figure of a chaos scenario that must not exceed a limit; a higher value breaks a promise. */
export function atMost(name: string, value: number, most: number): Figure {
  return { name, text: `${thousands(value)} (at most ${thousands(most)})`, isPromiseMet: value <= most }
}

/**
 * Prints columns of a scenario's figures side by side, under their headings. Marks the broken promises, and
 * returns their number.
 */
export function report(columns: ReadonlyMap<string, readonly Figure[]>): number {
  const all = [...columns.values()]
  const names = new Set(all.flatMap((figures) => figures.map(({ name }) => name)))
  const rows = [...names].map((name) => [
    name,
    ...all.map((figures) => {
      const figure = figures.find((one) => one.name === name)
      return figure === undefined ? '' : `${figure.isPromiseMet ? '' : 'BROKEN '}${figure.text}`
    }),
  ])
  process.stdout.write('\n')
  print([['', ...columns.keys()], ...rows])
  return all.flat().filter(({ isPromiseMet: isKept }) => !isKept).length
}
