import Joi from 'joi'
import { maxDelayDays } from '../../../../domain/job/audience/trigger-request.ts'
import { idInPath, idOf, momentIn, orNotFound } from '../../forms.ts'
import { type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import { triggerDataSent } from '../../spinner/trigger-data-form.ts'
import {
  type AudienceField,
  audienceFields,
  excludeField,
  type TriggerBody,
  triggerRequestOf,
} from '../trigger/trigger-form.ts'
import {
  exampleRehearsal,
  presentRehearsal,
  rehearsalErrors,
  rehearsalSchema,
} from './rehearsal-presenter.ts'

type RehearsalBody = Pick<TriggerBody, AudienceField | 'data' | 'scheduledAt'> & {
  readonly draft?: boolean
}

const common = { tag: 'Spinners', auth: { kind: 'session' } } as const

export function rehearsalRoutes({ storedRehearsals, rehearsals, clock }: Services): Route[] {
  return [
    route<{ spinnerId: string }, RehearsalBody | undefined>({
      ...common,
      method: 'POST',
      path: '/spinners/{spinnerId}/rehearsals',
      operationId: 'rehearsals.create',
      summary: 'Rehearse a job over its whole audience',
      description:
        'Computes the steps of every recipient as a job that starts now, or at `scheduledAt`, would run them, to see the messages, failures and end before anything is sent. It sends nothing, stores no records and uses no meter. The rehearsal continues after the response; poll `GET /spinners/{spinnerId}/rehearsals/{rehearsalId}` until its `status` is no longer `running`. A trigger that passes its id in `rehearsal` starts only if the same version is published and the audience has not grown by more than 1 %.\n\nA new rehearsal of a spinner supersedes its running rehearsal. An organization may run two at once; another is refused with `RATE_LIMITED`. `SPINNER_NOT_FOUND` if no version is published and `draft` is not set, `SPINNER_INVALID` if the draft has faults.',
      params: Joi.object({ spinnerId: idInPath('The id of the spinner, a UUID.') }),
      body: {
        schema: Joi.object({
          draft: Joi.boolean().description(
            'Whether to rehearse the draft instead of the published version; `false` by default.',
          ),
          ...audienceFields,
          scheduledAt: momentIn.description(
            `The time when the job would start, as ISO 8601 with an offset, at most ${maxDelayDays} days from now; at once by default. The present values of a record decide whether it belongs to a segment at that time. A time in the past is refused with \`VALIDATION_FAILED\`.`,
          ),
          exclude: excludeField,
          data: triggerDataSent.description(
            'Values by name that templates and conditions use as `trigger.NAME`, as in the field `data` of a trigger.',
          ),
        }).oxor(...Object.keys(audienceFields)),
        limit: 5 * 1024 * 1024,
        optional: true,
        examples: {
          published: { summary: 'Rehearse the published version', value: {} },
          draft: { summary: 'Rehearse the draft', value: { draft: true } },
        },
      },
      responses: {
        201: {
          description: 'The rehearsal was started. Poll it with its id until it is done.',
          schema: Joi.object({ id: idOf('the new rehearsal') }),
          example: { id: exampleRehearsal.id },
        },
      },
      errors: [...rehearsalErrors, 'NOT_FOUND', 'SPINNER_INVALID'],
      handle: async ({ signedIn: { user }, params: { spinnerId }, body = {} }) => {
        const { draft = false, ...of } = body
        const { organizationId } = user
        // The members of a segment are those at the start, as in a job that a schedule starts.
        const request = triggerRequestOf({ ...of, decide: 'atStart' })
        const { id } = await storedRehearsals.start({ organizationId, spinnerId, draft, request })
        return { status: 201, body: { id } }
      },
    }),
    route<{ spinnerId: string; rehearsalId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/spinners/{spinnerId}/rehearsals/{rehearsalId}',
      operationId: 'rehearsals.get',
      summary: 'See a rehearsal',
      description:
        'Returns the progress of a rehearsal, and its result when `status` is `done`. While it runs, `progress` counts the records that are done. A rehearsal is deleted after one hour; then the response is `NOT_FOUND`.',
      params: Joi.object({
        spinnerId: idInPath('The id of the spinner, a UUID.'),
        rehearsalId: idInPath('The id of the rehearsal, a UUID.'),
      }),
      responses: {
        200: {
          description: 'The rehearsal with its progress and result.',
          schema: rehearsalSchema,
          example: exampleRehearsal,
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId, rehearsalId } }) => {
        const realTime = clock.realNow()
        const rehearsalView = await rehearsals.find(user.organizationId, rehearsalId, realTime)
        const ofSpinner = rehearsalView?.spinnerId === spinnerId ? rehearsalView : null
        return { status: 200, body: presentRehearsal(orNotFound(ofSpinner, 'Rehearsal not found')) }
      },
    }),
  ]
}
