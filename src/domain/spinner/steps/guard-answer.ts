interface Decision {
  readonly mayContinue: boolean
  /**
   * The reason in the answer of a guard (a URL that decides about each recipient); null if the answer gives
   * none.
   */
  readonly words: string | null
}

const maxWordsLength = 300

/**
 * Returns the decision in a guard's successful answer. A recipient is kept back only by an explicit `continue:
 * false`.
 */
export function decisionIn(answer: string): Decision {
  const said = parsed(answer)
  if (typeof said !== 'object' || said === null) return { mayContinue: true, words: null }
  const { continue: answered, reason } = said as { readonly continue?: unknown; readonly reason?: unknown }
  if (answered !== false) return { mayContinue: true, words: null }
  const words = typeof reason === 'string' ? oneLine(reason) : ''
  return { mayContinue: false, words: words === '' ? null : words }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the reason in a guard's answer as one line without invisible characters, cut to 300 characters. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return Array.from(line).slice(0, maxWordsLength).join('').toWellFormed()
}
