import { normalizedEmail } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import { type PersonToErase, textNames } from '../../domain/person/erasure.ts'
import { programOf } from '../../domain/spinner/steps/program.ts'
import { mailOf } from '../../domain/spinner/steps/step-capabilities.ts'
import { recipientBudget } from '../../domain/spinner/steps/template-budget.ts'
import { type TriggerData, withTriggerData } from '../../domain/spinner/trigger-data.ts'
import { visibleCells } from '../../domain/spinner/where/visible-cells.ts'
import type { ContactedRecipient } from '../../ports/person/people.ts'
import { type Templates, TemplateTooSlow } from '../../ports/spinner/templates.ts'

/**
 * Returns whether an e-mail that a recipient has ahead would go to the address of a person who is being erased, by the
 * present cells of the record. Branches that the recipient may not take count too.
 */
export async function writesTo(
  templates: Templates,
  { organizationId, address }: PersonToErase,
  { step: next, data, version, triggerData }: ContactedRecipient,
  now: Date,
): Promise<boolean> {
  const cells = withTriggerData(
    visibleCells(data, version.metadataColumns),
    withoutAddress(triggerData, address),
  )
  for (const { index, step } of programOf(version.steps)) {
    const mail = index < next ? null : mailOf(step)
    if (mail === null) continue
    try {
      const to = await templates.render(mail.to, cells, 'text', recipientBudget(organizationId), now)
      if (normalizedEmail(to.trim()) === address) return true
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      // Counts a template that was too slow as one that writes to the person, because the runtime may render it later.
      // A template that lacks a cell writes to nobody.
      if (error instanceof TemplateTooSlow) return true
      // Fails if too many templates wait, because the erasure can be repeated.
      if (error.kind === 'overloaded') throw error
    }
  }
  return false
}

/** Returns the trigger's data as the erasure leaves it, which happens after the recipients are erased. */
function withoutAddress(data: TriggerData | null, address: string | null): TriggerData | null {
  if (data === null) return null
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, textNames(String(value), address) ? 'erased' : value]),
  )
}
