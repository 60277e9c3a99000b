import type { RefusedWords } from './refused-words.ts'

/** Patterns of names that are refused in code, each with advice for the author. */
const names = [
  [
    /\b(?:most|largest|longest)[A-Z]\w*/g,
    'Name a bound "maxX", with its unit: "maxNameLength", "maxWaitMs".',
  ],
  [/\b(?:least|fewest|shortest)[A-Z]\w*/g, 'Name a bound "minX", with its unit.'],
  [/\busual[A-Z]\w*/g, 'Name a default "defaultX".'],
  [
    declared(
      'kept|asked|told|heard|underWay|trouble|unproven|misfits?|strangers|takeAlong|putOff|setAside|shape',
    ),
    'Name a value by its content: "storedRecords", "requestedColumns". docs/glossary.md has the words.',
  ],
] as const

/** Returns a pattern of declarations whose name begins with one of some words, or has one as a part of it. */
function declared(words: string): RegExp {
  const parts = words.replaceAll(/(?<=^|\|)[a-z]/g, (letter) => letter.toUpperCase())
  const keywords = 'const|let|readonly|function|interface|type|class'
  return new RegExp(`(?<=\\b(?:${keywords})\\s+#?)(?:(?:${words})|\\w*(?:${parts}))(?![a-z])\\w*`, 'g')
}

/** The names that match a pattern in another sense: no bounds or defaults, and promises that are kept. */
const allowed = new Set([
  'leastUseful',
  'mostSimilar',
  'expectPromisesKept',
  'deletedRecordsKept',
  'waitsKept',
])

/** Returns the first refused name in some code; null if there is none. */
export function refusedName(code: string): RefusedWords | null {
  for (const [pattern, instead] of names) {
    const name = code.match(pattern)?.find((match) => !allowed.has(match))
    if (name !== undefined) return { words: name, instead }
  }
  return null
}
