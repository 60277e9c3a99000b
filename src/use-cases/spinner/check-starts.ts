import { DomainError, type ErrorItem } from '../../domain/errors.ts'
import { type Audience, audienceFor, rangeKindOf } from '../../domain/spinner/audience.ts'
import { faultOfCron } from '../../domain/spinner/cron.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import type { Starts } from '../../domain/spinner/starts.ts'
import { sentence } from '../../domain/text/sentence.ts'
import { isZone } from '../../domain/time/local-time.ts'

/**
 * Refuses automatic starts of a spinner that could never happen, for example a schedule without a matching
 * day.
 */
export function assertStarts(starts: Starts, audience: Audience): void {
  const errors = faultsOf(starts, audience)
  const [first] = errors
  if (first !== undefined) throw new DomainError('VALIDATION_FAILED', { message: first.message, errors })
}

/**
 * Refuses to publish a spinner that requires trigger data and also starts without a trigger, which brings no
 * data.
 */
export function assertStartsAlone({ starts, triggerData }: Pick<Spinner, 'starts' | 'triggerData'>): void {
  if (starts.on === 'call') return
  const errors = triggerData.flatMap(({ name, isRequired }, index) => {
    if (!isRequired) return []
    const message = `"${name}" is required, but no caller sends it when the spinner starts automatically; make it optional`
    return [{ pointer: `/triggerData/${index}/isRequired`, code: 'NO_SOURCE_OF_VALUE', message }]
  })
  const [first] = errors
  if (first !== undefined) throw new DomainError('SPINNER_INVALID', { message: first.message, errors })
}

/** Returns the faults of a schedule: a wrong cron expression or an unknown time zone. */
export function scheduleFaults(
  { cron, timeZone }: { readonly cron: string; readonly timeZone: string },
  pointer: string,
): readonly (ErrorItem & { readonly message: string })[] {
  const fault = faultOfCron(cron)
  return [
    ...(fault === null ? [] : [{ pointer: `${pointer}/cron`, code: 'WRONG_CRON', message: fault }]),
    ...(isZone(timeZone)
      ? []
      : [
          {
            pointer: `${pointer}/timeZone`,
            code: 'NO_SUCH_ZONE',
            message: sentence('The time zone is unknown; use a name such as "Europe/Berlin"'),
          },
        ]),
  ]
}

function faultsOf(starts: Starts, audience: Audience) {
  if (starts.on === 'schedule') return scheduleFaults(starts, '/starts')
  if (starts.on === 'call' || rangeKindOf(audienceFor(audience, starts)) === 'new') return []
  const message =
    starts.on === 'records'
      ? sentence(
          'A spinner that starts on records takes only new records; set "audience" to "new" or to a segment',
        )
      : sentence(
          'A spinner that starts on entries into a segment takes these records; set "audience" to "new"',
        )
  return [{ pointer: '/audience', code: 'AUDIENCE_NOT_NEW', message }]
}
