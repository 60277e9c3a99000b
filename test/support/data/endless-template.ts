/** A cell that filters take long to go through. */
export const longCell = 'a b '.repeat(200_000)

/** It looks at no clock: each filter goes through a long list, and all of them stand in one tag. */
export const endlessOver = (column: string): string =>
  `{% assign a = ${column} | split: "" %}{{ 1${' | plus: a'.repeat(500)} }}`
