import Joi from 'joi'
import { type ArrivalSource, arrivalSources } from '../../../domain/arrival/arrival.ts'
import { keyUntil } from '../../../domain/arrival/arrival-position.ts'
import type { ArrivalStatus } from '../../../domain/arrival/arrival-status.ts'
import type { Page } from '../../../domain/page.ts'
import type { ArrivalFilter } from '../../../ports/arrival/arrivals.ts'
import { momentIn, type PageQuery, pageOfQuery, pageQuery, uuid } from '../forms.ts'
import { sourceText } from './arrival-presenter.ts'

/** The query of a list of arrivals. */
export interface ArrivalQuery extends PageQuery {
  readonly dataTableId?: string
  readonly status?: ArrivalStatus
  readonly code?: string
  readonly format?: string
  readonly source?: ArrivalSource
  readonly until?: string
  readonly since?: string
}

export const reasonCodeForm = Joi.string().max(64)
export const formatForm = Joi.string().max(64)

/** Returns the forms of the query of a list of arrivals. The lists accept different states. */
export function arrivalQuery(status: Joi.Schema): Joi.SchemaMap {
  return {
    dataTableId: uuid.description('Returns only arrivals of this data table.'),
    status,
    code: reasonCodeForm.description(
      'Returns only arrivals whose first reason has this code, such as `UNKNOWN_FORMAT`.',
    ),
    format: formatForm.description(
      'Returns only arrivals whose bodies have this format, as `format` of an arrival names it.',
    ),
    source: Joi.valid(...arrivalSources).description(
      `Returns only arrivals from this kind of source. ${sourceText}`,
    ),
    until: momentIn.description('Returns only arrivals received before this time (exclusive, ISO 8601).'),
    since: momentIn.description('Returns only arrivals received at this time or later (ISO 8601).'),
    ...pageQuery,
  }
}

/** Returns the filter of a query, for the arrivals in the given projects; null for all projects. */
export function filterOfQuery(query: ArrivalQuery, projectIds: readonly string[] | null): ArrivalFilter {
  const { dataTableId = null, status = null, code = null, format = null, source = null } = query
  return { dataTableId, status, code, format, source, projectIds }
}

/**
 * Returns the page of a query. `until` limits the list to arrivals before a time. The first page therefore starts at
 * the list key of that time, as if an earlier page had ended there.
 */
export function pageOfArrivals(query: ArrivalQuery): Page {
  const page = pageOfQuery(query)
  const first = query.until === undefined ? null : keyUntil(new Date(query.until))
  return { ...page, after: page.after ?? first }
}
