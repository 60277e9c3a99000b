/** A cell that takes filters a long time to process. */
export const longCell = 'a b '.repeat(200_000)

/** Returns a template that never lets the time limit be checked: all of its slow filters are in one tag. */
export const endlessOver = (column: string): string =>
  `{% assign a = ${column} | split: "" %}{{ 1${' | plus: a'.repeat(500)} }}`
