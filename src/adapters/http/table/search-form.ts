import Joi from 'joi'
import { DomainError } from '../../../domain/errors.ts'
import type { Where } from '../../../domain/spinner/where/where.ts'
import { faultOfWhere } from '../../../domain/spinner/where/where-fault.ts'
import type { WholeSearch } from '../../../domain/table/search/record-search.ts'
import { searchWordsOf } from '../../../domain/table/search/search-words.ts'

/** The query parameters by which a request searches the records of a table. */
export interface SearchQuery {
  readonly q?: string | undefined
  readonly where?: Where | undefined
}

export const searchFields = {
  q: Joi.string()
    .max(200)
    .description(
      'The search text, at most 200 characters. A record matches if each word of the text is the beginning of a word in one of its cells.',
    ),
  where: Joi.string()
    .max(20_000)
    .custom((text: string) => {
      const where: unknown = parsed(text)
      const fault = faultOfWhere(where)
      if (fault === null) return where
      const { code, message } = fault
      throw new DomainError('VALIDATION_FAILED', {
        message: `The request is not valid: #query/where ${message}`,
        errors: [{ pointer: '#query/where', code, message }],
      })
    })
    .description(
      'A filter as JSON text, in the format of the schema `Where`, such as `{"column":"size","operator":"greaterThan","value":100}`. Any column of the table may be used.',
    ),
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the search of a request; a request without parameters finds all records. */
export function wholeSearchIn({ q, where }: SearchQuery): WholeSearch {
  return { words: searchWordsOf(q ?? ''), where: where ?? null }
}
