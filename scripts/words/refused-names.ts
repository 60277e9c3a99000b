import type { RefusedWords } from './refused-words.ts'

/** Patterns of names that are refused in code, each with advice for the author. */
const names = [
  [
    /\b(?:most|largest|longest)[A-Z]\w*/g,
    'Name a bound "maxX", with its unit: "maxNameLength", "maxWaitMs".',
  ],
  [/\b(?:least|fewest|shortest)[A-Z]\w*/g, 'Name a bound "minX", with its unit.'],
  [/\busual[A-Z]\w*/g, 'Name a default "defaultX".'],
] as const

/** The names that match a pattern and are neither bounds nor defaults. */
const allowed = new Set(['leastUseful', 'mostSimilar'])

/** Returns the first refused name in some code; null if there is none. */
export function refusedName(code: string): RefusedWords | null {
  for (const [pattern, instead] of names) {
    const name = code.match(pattern)?.find((match) => !allowed.has(match))
    if (name !== undefined) return { words: name, instead }
  }
  return null
}
