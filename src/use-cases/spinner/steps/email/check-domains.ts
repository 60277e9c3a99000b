import { blockingFindings } from '../../../../domain/sender/domain-findings.ts'
import type { Spinner } from '../../../../domain/spinner/spinner.ts'
import { programOf } from '../../../../domain/spinner/steps/program.ts'
import { mailOf } from '../../../../domain/spinner/steps/step-capabilities.ts'
import type { SenderStore } from '../../../../ports/sender/senders.ts'
import type { SenderDomains } from '../../../sender/sender-domains.ts'

import type { StepFault } from '../faults/step-fault.ts'
import { sendersNamedBy } from './senders-named.ts'

/**
 * Returns warnings about e-mail steps whose sender's domain lacks DNS records, or has a DKIM record that is not known.
 * The warnings name the records to add. Checks nothing if the organization has no sender.
 */
export async function domainWarnings(
  senders: SenderStore,
  check: SenderDomains,
  { organizationId, steps }: Pick<Spinner, 'organizationId' | 'steps'>,
): Promise<readonly StepFault[]> {
  const emails = programOf(steps).flatMap(({ step, pointer }) => {
    const mail = mailOf(step)
    return mail === null ? [] : [{ pointer, named: sendersNamedBy(mail) }]
  })
  const used = await senders.usedBy(
    organizationId,
    emails.map(({ named }) => named),
  )
  const lacks = await Promise.all(
    used.map(async (sender) => ({ sender, missing: blockingFindings(await check.verdictOf(sender, false)) })),
  )
  return lacks.flatMap(({ sender, missing }) => {
    const pointer =
      emails.find(({ named }) => named.length === 0 || named.includes(sender.id))?.pointer ?? '/steps/0'
    return missing.map(({ record, status, name, type, value, message: fault }): StepFault => {
      const add = value === null ? '' : ` (${type} record at ${name}: ${value})`
      const message = `${sender.email}: ${fault}${add}`
      const code = `${record.toUpperCase()}_${status === 'unknown' ? 'UNKNOWN' : 'MISSING'}`
      return { pointer, code, message }
    })
  })
}
