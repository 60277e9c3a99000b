interface Decision {
  readonly goOn: boolean
  /** In the words of whoever was asked. */
  readonly words: string | null
}

const longestWords = 300

/** What a guard has answered with success: only one that says so keeps a recipient back. */
export function decisionIn(answer: string): Decision {
  const said = parsed(answer)
  if (typeof said !== 'object' || said === null) return { goOn: true, words: null }
  const { goOn, reason } = said as { readonly goOn?: unknown; readonly reason?: unknown }
  if (goOn !== false) return { goOn: true, words: null }
  const words = typeof reason === 'string' ? oneLine(reason) : ''
  return { goOn: false, words: words === '' ? null : words }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Without characters that no line shows, and as long as one may be. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return Array.from(line).slice(0, longestWords).join('').toWellFormed()
}
