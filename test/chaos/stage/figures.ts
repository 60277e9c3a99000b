import { print, thousands } from '../../../bench/support/arena.ts'

/** A figure that a scenario counted, and whether it keeps the promises of the service. */
export interface Figure {
  readonly name: string
  readonly text: string
  readonly isKept: boolean
}

/** Returns a figure about which nothing is promised. */
export function plain(name: string, value: number, text = thousands(value)): Figure {
  return { name, text, isKept: true }
}

/** Returns a figure that must have one value: 0 unless another one is named. */
export function exactly(name: string, value: number, wanted = 0): Figure {
  const isKept = value === wanted
  return { name, text: isKept ? thousands(value) : `${thousands(value)}, not ${thousands(wanted)}`, isKept }
}

/** Returns a figure that must not exceed a limit. */
export function atMost(name: string, value: number, most: number): Figure {
  return { name, text: `${thousands(value)} (at most ${thousands(most)})`, isKept: value <= most }
}

/**
 * Prints columns of figures side by side, by their headings. Marks the broken promises, and returns their
 * number.
 */
export function report(columns: ReadonlyMap<string, readonly Figure[]>): number {
  const all = [...columns.values()]
  const names = new Set(all.flatMap((figures) => figures.map(({ name }) => name)))
  const rows = [...names].map((name) => [
    name,
    ...all.map((figures) => {
      const figure = figures.find((one) => one.name === name)
      return figure === undefined ? '' : `${figure.isKept ? '' : 'BROKEN '}${figure.text}`
    }),
  ])
  process.stdout.write('\n')
  print([['', ...columns.keys()], ...rows])
  return all.flat().filter(({ isKept }) => !isKept).length
}
