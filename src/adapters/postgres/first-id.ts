/** The nil UUID, which sorts before all ids, to read rows from the first one. */
export const firstId = '00000000-0000-0000-0000-000000000000'

/** Returns a UUID that sorts before all ids that are made at the given moment or later. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
