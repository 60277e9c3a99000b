/** A cell of 800,000 characters for tests, which takes template filters a long time to process. */
export const longCell = 'a b '.repeat(200_000)

/**
 * Returns a hostile template for tests that the time limit of rendering cannot stop: all of its slow filters
 * are in one tag, and the limit is checked between tags.
 */
export const endlessOver = (column: string): string =>
  `{% assign a = ${column} | split: "" %}{{ 1${' | plus: a'.repeat(500)} }}`
