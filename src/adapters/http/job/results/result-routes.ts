import Joi from 'joi'
import { type ResultGroup, resultGroups } from '../../../../domain/job/spinner-results.ts'
import { failuresByReason } from '../../../../domain/job/step-figures.ts'
import { idInPath, itemsOf, momentIn, orNotFound } from '../../forms.ts'
import { type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import {
  exampleResults,
  exampleTotals,
  presentDifference,
  resultsOfSpinnerSchema,
  resultsSchema,
} from './results-presenter.ts'

interface ResultsInQuery {
  readonly groupBy?: ResultGroup
  readonly since?: string
  readonly until?: string
}

const figureColumns = Object.keys(exampleTotals)

const resultColumns = [
  'key',
  'name',
  'version',
  'step',
  'path',
  ...figureColumns,
  'difference.value',
  'difference.low',
  'difference.high',
  'goalDifference.value',
  'goalDifference.low',
  'goalDifference.high',
]

/** Returns the routes with the results of spinners over all their jobs. */
export function resultRoutes(services: Services): Route[] {
  return [resultsOfSpinnerRoute(services), listResultsRoute(services)]
}

function resultsOfSpinnerRoute({ spinnerResults, jobStore }: Services): Route {
  return route<{ spinnerId: string }, undefined, ResultsInQuery>({
    tag: 'Spinners',
    auth: { kind: 'session' },
    method: 'GET',
    path: '/spinners/{spinnerId}/results',
    operationId: 'spinners.getResults',
    listsWhole: true,
    scope: 'jobs:read',
    summary: 'See the results of a spinner',
    description:
      'Returns the results of the e-mails of a spinner over all its jobs, in total and by group. The results stay after recipients and messages were deleted. A reply, bounce or other reaction counts on the day of the message that it is about, so the figures of a day can still change later. Opens are not tracked: mail programs load images without a reader, so the number of opens would be wrong. Without `groupBy`, `failures` counts the recipients who failed by reason.',
    params: Joi.object({ spinnerId: idInPath('The id of the spinner, a UUID.') }),
    query: Joi.object({
      groupBy: Joi.valid(...resultGroups).description(
        'Returns the results by day, week (from Monday), step of each version, branch of each split step (`variant`), sender, or by the source from which the record of the recipient came (`source`), such as an import or an API key. `holdout` compares the holdout of the goal with the other recipients of the versions that have one. Without it, `items` is empty.',
      ),
      since: momentIn.description(
        'Counts only messages of the day of this time or later (ISO 8601), in the time zone of the organization.',
      ),
      until: momentIn.description('Counts only messages before this time, or of its day (ISO 8601).'),
    }),
    csv: { fileName: 'results', columns: resultColumns },
    responses: {
      200: {
        description: 'The results in total (`total`) and by group (`items`).',
        schema: resultsSchema,
        example: exampleResults,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { spinnerId }, query: { groupBy = null, since, until } }) => {
      const period = {
        since: since === undefined ? null : new Date(since),
        until: until === undefined ? null : new Date(until),
      }
      const results = orNotFound(
        await spinnerResults.find(caller.organizationId, spinnerId, { groupBy, ...period }),
        'Spinner not found',
      )
      const items = results.items.map(({ difference, goalDifference, ...item }) => ({
        ...item,
        difference: presentDifference(difference),
        goalDifference: presentDifference(goalDifference),
      }))
      const failures =
        groupBy === null
          ? failuresByReason(await jobStore.figuresOfSpinner(caller.organizationId, spinnerId))
          : null
      return { status: 200, body: { ...results, items, failures } }
    },
  })
}

function listResultsRoute({ spinnerResults }: Services): Route {
  return route<unknown, undefined>({
    tag: 'Spinners',
    auth: { kind: 'session' },
    method: 'GET',
    path: '/results',
    operationId: 'results.list',
    listsWhole: true,
    listsReach: true,
    scope: 'jobs:read',
    summary: 'List the results of all spinners',
    description:
      'Returns the results of each spinner of the organization over all its jobs, to compare spinners. Spinners that have sent and captured nothing are left out. `GET /spinners/{spinnerId}/results` has them by step, week and other groups.',
    csv: { fileName: 'results', columns: ['spinnerId', 'lastDay', ...figureColumns] },
    responses: {
      200: {
        description: 'The results of each spinner, in the order of their ids.',
        schema: Joi.object({ items: itemsOf(resultsOfSpinnerSchema) }),
        example: {
          items: [
            {
              spinnerId: '0198b2c4-6a1e-7c3d-9f00-2b5d8e4a7c10',
              lastDay: '2026-11-23',
              ...exampleTotals,
              sentByDay: [...Array.from({ length: 28 }, () => 0), 143, 198],
            },
          ],
        },
      },
    },
    handle: async ({ caller: { organizationId, projectIds } }) => ({
      status: 200,
      body: { items: await spinnerResults.list(organizationId, projectIds) },
    }),
  })
}
