import Joi from 'joi'
import type { ResumeSender } from '../../../use-cases/sender/resume-sender.ts'
import { idInPath, noContent, nothing, smallBody, uuid } from '../forms.ts'
import { ownersOnly, type Route, route } from '../route.ts'

interface Params {
  readonly senderId: string
}

interface Body {
  readonly spinnerId?: string | null
}

export function senderPauseRoutes(resumeSender: ResumeSender): Route[] {
  return [
    route<Params, Body>({
      method: 'POST',
      path: '/senders/{senderId}/resume',
      summary: 'Let a paused sender send again',
      description:
        'For owners, once the cause is mended. What was counted begins anew, and those who wait for the sender go on.',
      tag: 'Senders',
      auth: ownersOnly,
      params: Joi.object({ senderId: idInPath('The sender.') }),
      body: {
        schema: Joi.object({
          spinnerId: uuid
            .allow(null)
            .description('Only for this spinner. All that it is paused for unless told.'),
        }),
        limit: smallBody,
        examples: { all: { summary: 'For all spinners', value: {} } },
      },
      responses: { 204: nothing },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ signedIn: { user }, params, body, by }) => {
        const { organizationId } = user
        const { senderId } = params
        await resumeSender.execute({ organizationId, senderId, spinnerId: body.spinnerId ?? null, by: by() })
        return noContent
      },
    }),
  ]
}
