import Joi from 'joi'
import type { Clock } from '../../../../ports/clock.ts'
import type { Rehearsals } from '../../../../ports/job/rehearsal/rehearsals.ts'
import type { StartRehearsal } from '../../../../use-cases/job/rehearsal/start-rehearsal.ts'
import { found, idForm, idInPath } from '../../forms.ts'
import { type Route, route } from '../../route.ts'
import { audienceFields, type TriggerBody, triggerDataSent, wishOf } from '../trigger/trigger-form.ts'
import {
  exampleRehearsal,
  presentRehearsal,
  rehearsalErrors,
  rehearsalSchema,
  wishDigestOf,
} from './rehearsal-presenter.ts'

export interface RehearsalOptions {
  readonly startRehearsal: StartRehearsal
  readonly rehearsals: Rehearsals
  readonly clock: Clock
}

type RehearsalBody = Pick<TriggerBody, 'records' | 'recordIds' | 'match' | 'where' | 'data'> & {
  readonly draft?: boolean
}

const common = { tag: 'Spinners', auth: { kind: 'session' } } as const

export function rehearsalRoutes({ startRehearsal, rehearsals, clock }: RehearsalOptions): Route[] {
  return [
    route<{ spinnerId: string }, RehearsalBody | undefined>({
      ...common,
      method: 'POST',
      path: '/spinners/{spinnerId}/rehearsals',
      summary: 'Rehearse a job over its whole audience',
      description:
        'Goes through the steps of every recipient as a job that starts now would, and tells what would become of them. Nothing is written, no channel is asked, no meter spent. It goes on after the answer: ask for the rehearsal until its `state` is no longer `running`. One of the same spinner that is still going on is given up. Two may go on at once in an organization (RATE_LIMITED).',
      params: Joi.object({ spinnerId: idInPath('The spinner.') }),
      body: {
        schema: Joi.object({
          draft: Joi.boolean().description('The draft, instead of what is published.'),
          ...audienceFields,
          data: triggerDataSent.description('As in a trigger.'),
        }).oxor('records', 'recordIds', 'match', 'where'),
        limit: 5 * 1024 * 1024,
        optional: true,
        examples: {
          published: { summary: 'What a job would do now', value: {} },
          draft: { summary: 'What it would do if the draft were published', value: { draft: true } },
        },
      },
      responses: {
        201: {
          description: 'It has begun.',
          schema: Joi.object({ id: idForm }),
          example: { id: exampleRehearsal.id },
        },
      },
      errors: [...rehearsalErrors, 'NOT_FOUND', 'SPINNER_INVALID'],
      handle: async ({ signedIn: { user }, params: { spinnerId }, body = {} }) => {
        const { draft = false, ...of } = body
        const wish = wishOf(of)
        const { id } = await startRehearsal.execute({
          organizationId: user.organizationId,
          spinnerId,
          draft,
          wish,
          wishDigest: wishDigestOf(wish),
        })
        return { status: 201, body: { id } }
      },
    }),
    route<{ spinnerId: string; rehearsalId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/spinners/{spinnerId}/rehearsals/{rehearsalId}',
      summary: 'See how far a rehearsal is, and what it has found out',
      description:
        'It is kept for an hour. While it goes on, `progress` says how many records it has been through.',
      params: Joi.object({
        spinnerId: idInPath('The spinner.'),
        rehearsalId: idInPath('The rehearsal.'),
      }),
      responses: {
        200: { description: 'The rehearsal.', schema: rehearsalSchema, example: exampleRehearsal },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { spinnerId, rehearsalId } }) => {
        const one = await rehearsals.find(user.organizationId, rehearsalId, clock.now())
        const ofSpinner = one?.spinnerId === spinnerId ? one : null
        return { status: 200, body: presentRehearsal(found(ofSpinner, 'Rehearsal not found')) }
      },
    }),
  ]
}
