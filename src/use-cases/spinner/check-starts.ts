import { DomainError, type ErrorItem } from '../../domain/errors.ts'
import { isZone } from '../../domain/local-time.ts'
import type { Audience } from '../../domain/spinner/audience.ts'
import type { Starts } from '../../domain/spinner/starts.ts'
import type { Crons } from '../../ports/spinner/crons.ts'

/** Refuses what could never start. */
export function assertStarts(starts: Starts, audience: Audience, crons: Crons): void {
  const errors = faultsOf(starts, audience, crons)
  const [first] = errors
  if (first !== undefined) throw new DomainError('VALIDATION_FAILED', { message: first.message, errors })
}

/** What is wrong with a schedule. */
export function scheduleFaults(
  { cron, timeZone }: { readonly cron: string; readonly timeZone: string },
  crons: Crons,
  pointer: string,
): readonly (ErrorItem & { readonly message: string })[] {
  const fault = crons.faultOf(cron)
  return [
    ...(fault === null ? [] : [{ pointer: `${pointer}/cron`, code: 'WRONG_CRON', message: fault }]),
    ...(isZone(timeZone)
      ? []
      : [
          {
            pointer: `${pointer}/timeZone`,
            code: 'NO_SUCH_ZONE',
            message: 'There is no such time zone; use a name as "Europe/Berlin"',
          },
        ]),
  ]
}

function faultsOf(starts: Starts, audience: Audience, crons: Crons) {
  if (starts.on === 'schedule') return scheduleFaults(starts, crons, '/starts')
  if (starts.on === 'call' || audience === 'new') return []
  const message = 'A spinner that starts on records takes those that are new: set "audience" to "new"'
  return [{ pointer: '/audience', code: 'AUDIENCE_NOT_NEW', message }]
}
