import Joi from 'joi'
import { DomainError } from '../../../domain/errors.ts'
import { nextRuns } from '../../../domain/spinner/starts.ts'
import { scheduleFaults } from '../../../use-cases/spinner/check-starts.ts'
import { momentForm } from '../forms.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { cronForm, maxRunsShown, zoneNameForm } from './starts-form.ts'

interface ScheduleQuery {
  readonly cron: string
  readonly timeZone: string
}

export function scheduleRoutes({ clock }: Services): Route[] {
  return [
    route<unknown, undefined, ScheduleQuery>({
      tag: 'Spinners',
      auth: { kind: 'session' },
      method: 'GET',
      path: '/schedule-runs',
      operationId: 'scheduleRuns.list',
      listsWhole: true,
      scope: 'spinners:read',
      listsReach: true,
      summary: 'List the next runs of a schedule',
      description:
        'Returns the times of the next five runs of a cron expression, to check it before it is saved in `starts` of a spinner. The call stores nothing and uses no meter. `VALIDATION_FAILED` if the expression or the time zone is not valid.',
      query: Joi.object({ cron: cronForm.required(), timeZone: zoneNameForm.required() }),
      responses: {
        200: {
          description: 'The times of the next runs of the schedule, in order.',
          schema: Joi.object({
            items: Joi.array()
              .items(momentForm)
              .required()
              .description(
                `The times of the next ${maxRunsShown} runs, in UTC (ISO 8601), in order; fewer if the schedule ends.`,
              ),
          }),
          example: {
            items: [
              '2026-11-23T08:00:00.000Z',
              '2026-11-24T08:00:00.000Z',
              '2026-11-25T08:00:00.000Z',
              '2026-11-26T08:00:00.000Z',
              '2026-11-27T08:00:00.000Z',
            ],
          },
        },
      },
      handle: async ({ query }) => {
        const errors = scheduleFaults(query, '')
        const [first] = errors
        if (first !== undefined)
          throw new DomainError('VALIDATION_FAILED', { message: first.message, errors })
        return { status: 200, body: { items: nextRuns(query, clock.now(), maxRunsShown) } }
      },
    }),
  ]
}
