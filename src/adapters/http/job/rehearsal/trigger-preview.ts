import Joi from 'joi'
import type { TriggerPreview } from '../../../../domain/job/rehearsal/rehearsal.ts'
import { momentForm, okForm } from '../../forms.ts'
import type { ResponseRule } from '../../response.ts'
import { exampleRehearsal, exampleResult, presentResult, rehearsalFields } from './rehearsal-presenter.ts'

/** The response to a trigger with `preview`, which starts no job and returns a forecast of it (a rehearsal). */
export const dryRunResponse: ResponseRule = {
  description:
    'The expected results of the job. Returned only for a request with `preview`, which starts nothing. A repeat with the same `Idempotency-Key` gets the same results and the same `rehearsal` token, which may have expired.',
  schema: Joi.object({
    ok: okForm,
    ...rehearsalFields,
    rehearsal: Joi.string()
      .required()
      .description(
        'A token for the field `rehearsal` of a trigger, valid for ten minutes and one job. The trigger is refused if another version is published or the audience has grown by more than 1 %.',
      ),
    rehearsalExpiresAt: momentForm.description(
      'The time when the `rehearsal` token expires, in UTC (ISO 8601): ten minutes after the dry run.',
    ),
  })
    .description('The expected results of a job, with a token for starting exactly this job.')
    .meta({ named: 'TriggerPreview' }),
  example: {
    ok: true,
    ...exampleResult,
    rehearsal: exampleRehearsal.id,
    rehearsalExpiresAt: exampleRehearsal.expiresAt,
  },
}

export function dryRunAnswer({ result, rehearsal, expiresAt }: TriggerPreview): object {
  return { ok: true, ...presentResult(result), rehearsal, rehearsalExpiresAt: expiresAt }
}
