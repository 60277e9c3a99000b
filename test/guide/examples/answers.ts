import type { Call } from './sandbox.ts'

/** Returns the faults of answers: a refused request, or an answer that lacks a field which the page shows. */
export function answerFaults(calls: readonly Call[]): string[] {
  return calls.flatMap(({ program, words: [shown = ''], answer }, index) => {
    if (
      answer !== null &&
      answer.status >= 300 &&
      !isShown(calls[index + 1], answer.status) &&
      !isIdle(answer)
    )
      return [`${answer.request}: ${answer.status} ${answer.body}`]
    if (program !== 'answers') return []
    const before = calls[index - 1]?.answer
    if (before === null || before === undefined) return [`No request precedes the answer ${shown}`]
    return differences(parseShown(shown), JSON.parse(before.body), before.request)
  })
}

/** Returns whether a retry was refused because no recipient of the test's job has failed. */
function isIdle({ request, status, body }: NonNullable<Call['answer']>): boolean {
  return (
    request.endsWith('/retry-failed') &&
    status === 409 &&
    body.includes('No recipient of this job has failed')
  )
}

function isShown(next: Call | undefined, status: number): boolean {
  return next?.program === 'answers' && (next.words[0] ?? '').startsWith(`${status} `)
}

/** Parses JSON in which "…" stands for any text, for elements of a list and for further fields. */
export function parseShown(text: string): unknown {
  const json = text
    .replace(/^\d{3} /, '')
    .replaceAll(/\[ ?… ?\]/g, '[]')
    .replaceAll(/,…(?=[,}\]])|…,(?=")/g, '')
  return JSON.parse(json)
}

/** Returns the places where an answer lacks a shown field, or has a value of another type. */
function differences(shown: unknown, actual: unknown, at: string): string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(actual)) return [`${at} is not a list`]
    return shown.length > 0 ? differences(shown[0], actual[0], `${at}/0`) : []
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof actual !== 'object' || actual === null) return [`${at} is not an object`]
    const fields = actual as Readonly<Record<string, unknown>>
    return Object.entries(shown).flatMap(([name, value]) =>
      name in fields ? differences(value, fields[name], `${at}/${name}`) : [`${at} has no field ${name}`],
    )
  }
  return shown === null || typeof shown === typeof actual
    ? []
    : [`${at} is ${typeof actual}, not ${typeof shown}`]
}
