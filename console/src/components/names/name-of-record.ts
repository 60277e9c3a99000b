import type { TableRecord } from '../../api/schema.ts'

export const emailColumnOf = (columns: readonly string[]) => columns.find((name) => /e-?mail/i.test(name))

export const nameColumnOf = (columns: readonly string[]) =>
  columns.find((name) => /first.?name|given.?name|vorname/i.test(name)) ??
  columns.find((name) => /name/i.test(name) && !/(company|account|last|file|user).?name/i.test(name))

/**
 * Returns a short name for a record: its name and e-mail address, or else its first two filled cells among
 * `columns`. Returns null if all of them are empty.
 */
export function nameOfRecord({ data }: Pick<TableRecord, 'data'>, columns: readonly string[]): string | null {
  const cellsOf = (names: readonly (string | undefined)[]) =>
    names
      .map((name) => (name === undefined ? undefined : data[name]))
      .filter((cell) => cell !== null && cell !== undefined && cell !== '')
  const likely = cellsOf([nameColumnOf(columns), emailColumnOf(columns)])
  const cells = likely.length > 0 ? likely : cellsOf(columns).slice(0, 2)
  return cells.length === 0 ? null : cells.join(' · ')
}
