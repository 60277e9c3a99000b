import type { Delimiter } from '../../../../domain/arrival/import/file-options.ts'

/**
 * Returns the delimiter that the first line of a CSV names for Excel, as `sep=;`; null if the first line is
 * something else.
 */
export function delimiterOfSeparatorLine(start: string): Delimiter | null {
  const [, named] = /^\uFEFF?"?sep=([,;\t|])"?\r?\n/i.exec(start) ?? []
  return (named as Delimiter | undefined) ?? null
}
