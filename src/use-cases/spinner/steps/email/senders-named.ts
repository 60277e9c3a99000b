import type { EmailStep } from '../../../../domain/spinner/steps/step.ts'

/** Returns the senders that an e-mail step names; none for the organization's default. */
export function sendersNamedBy(step: EmailStep): readonly string[] {
  const { senders = [] } = step as EmailStep & { readonly senders?: readonly string[] }
  return senders
}
