export interface RefusedWords {
  /** The refused words as they are written in the text. */
  readonly words: string
  /** A sentence that tells the author which words to write instead. */
  readonly instead: string
}

type List = readonly (readonly [words: string, instead: string])[]

/** Patterns of words that are refused everywhere, even in comments and documents. Each has advice for the author. */
const ofAllProse: List = [
  ['hear(?:s|d|ing)? of', 'Write "receive" or "notice".'],
  ['(?:tell(?:s|ing)?|told) of', 'Write "report", "record" or "name".'],
  ['whoever', 'Name the person, as in "every user who".'],
  ['somebody|anybody', 'Name the person, as in "a user", "another admin" or "a stranger".'],
  ['any more', 'Write "no longer".'],
  ['anew|afresh', 'Write "again".'],
]

/** Patterns of words that readers misread or have to look up, refused in texts of screens, errors and the API. */
const ofAllTexts: List = [
  ['mend(?:s|ed|ing)?', 'Write "fix" or "correct".'],
  ['(?:go|goes|going|gone|went) on', 'Write "continue".'],
  ['(?:by|of) (?:itself|themselves)', 'Write "automatically", or name the cause.'],
  ['(?:who|whom|what|when|where)(?:so)?ever', 'Name the person or the thing, as in "every user who".'],
  ['(?:those|the ones?) (?:by|from|in|of|that|which|who|whom|whose|with)', 'Repeat the noun.'],
  ['that which|the (?:former|latter)(?!\\s+\\w)', 'Repeat the noun.'],
  ['ask(?:s|ed|ing)? again', 'Write "retry".'],
  ['wish(?:es|ed)?', 'Write "option" or "request".'],
  ['heard', 'Write "received".'],
  ['held to', 'Write "must match" or "checked against".'],
  ['told', 'Write "informed" or "specified", or name the default.'],
  ['on (?:its|the|their) way', 'Write "pending", "active" or "being sent".'],
  ['in turn', 'Write "one after another".'],
  ['remember(?:s|ed|ing)?', 'Write "store" or "cache".'],
  ['misfits?', 'Write "a value that does not match the type of its column".'],
  ['(?:is|are|was|were|be|been) had', 'Write "exists" or "is available".'],
  ['for good', 'Write "permanently".'],
  ['taken up', 'Write "continued" or "processed".'],
  ['hence|lest|there(?:by|in|of|upon)|where(?:by|in|upon)|whilst', 'Use a common word.'],
]

/**
 * Patterns of words of the code and the API that users of the console do not know, refused in texts of
 * screens.
 */
const ofScreens: List = [
  ['shapes?', 'Write "format".'],
  ['arms?|ways? (?:\\d|…)', 'Write "branch".'],
  ['audiences?', 'Write "records".'],
  ['exits?', 'Name the events: replies, bounces and unsubscribes.'],
  ['intake', 'Write "arrivals that do not fit".'],
  // Typeform and Amazon SNS have settings with these names.
  ['(?<!“View )(?<!raw message )deliver(?:y|ies)', 'Write "arrival", "record" or "message".'],
  ['everybody|everyone', 'Write "all members".'],
  ['by hand', 'Write "manually".'],
  ['reject(?:s|ed|ing)?', 'Write "refuse".'],
  ['stray', 'Write "in the wrong place".'],
  ['no matching \\w+ yet', 'Write "No matching arrivals in the searched part".'],
  ['digests?|idempotency', 'Say what the user sees of it.'],
  ['runtimes?', 'Write "worker".'],
  ['faults?', 'Write "error".'],
  ['looks? (?:at|for)', 'Write "see", "open" or "find".'],
  ['there twice', 'Write "used twice".'],
  ['claims?|departures?|keyings?|leases?|ledgers?|seq|slices?', 'Say what the user sees of it.'],
]

/**
 * The kind of a text decides which words are refused in it: `prose` is a comment or a document, `text` is a text of an
 * error or of the API, and `screen` is a text of the console.
 */
export type TextKind = 'prose' | 'text' | 'screen'

const patterns: Readonly<Record<TextKind, ReturnType<typeof compiled>>> = {
  prose: compiled(ofAllProse),
  text: compiled([...ofAllProse, ...ofAllTexts]),
  screen: compiled([...ofAllProse, ...ofAllTexts, ...ofScreens]),
}

/** Returns the first words of a text that are refused, or null. Code in backticks is skipped. */
export function refusedWords(text: string, kind: TextKind): RefusedWords | null {
  const { all, each } = patterns[kind]
  const prose = text.replaceAll(/`[^`]*`/g, '`')
  if (!all.test(prose)) return null
  for (const { pattern, instead } of each) {
    const words = pattern.exec(prose)?.[0]
    if (words !== undefined) return { words, instead }
  }
  return null
}

/**
 * Returns true if a source file contains refused words, in a text or elsewhere. It is much faster than
 * parsing.
 */
export function mayHaveRefusedWords(source: string, kind: TextKind): boolean {
  return patterns[kind].all.test(source)
}

function compiled(list: List) {
  return {
    all: patternOf(list.map(([words]) => words).join('|')),
    each: list.map(([words, instead]) => ({ pattern: patternOf(words), instead })),
  }
}

function patternOf(words: string): RegExp {
  return new RegExp(`(?<![\\w-])(?:${words.replaceAll(' ', String.raw`\s+`)})(?![\\w-])`, 'i')
}
