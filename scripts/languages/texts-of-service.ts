import { errorCatalogue } from '../../src/domain/errors.ts'
import { explanationCatalogue } from '../../src/domain/person/explanation.ts'
import { reasonCatalogue } from '../../src/domain/reason.ts'
import { breakerCodes, wordsOfFault } from '../../src/domain/sender/pacing/breaker.ts'

/** Returns the texts that the service sends in English and that the console translates when it shows them. */
export function textsOfService(): readonly string[] {
  return [
    ...Object.values(reasonCatalogue).flatMap(({ words, remedy }) => [words, remedy]),
    ...Object.values(explanationCatalogue).map(({ words }) => words),
    ...Object.values(errorCatalogue).map(({ message }) => message),
    ...breakerCodes.map((code) => wordsOfFault(code)),
  ]
}
