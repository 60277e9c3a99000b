import { Clock, Filter, type LucideIcon, Mail, Webhook } from 'lucide-react'
import type { Step } from '../../../api/schema.ts'

export const stepKinds: Readonly<
  Record<Step['type'], { label: string; does: string; icon: LucideIcon; color: string }>
> = {
  email: { label: 'E-mail', does: 'Sends one e-mail to the recipient.', icon: Mail, color: 'spindle' },
  webhook: { label: 'Webhook', does: 'Posts JSON to a URL, signed.', icon: Webhook, color: 'grape' },
  wait: { label: 'Wait', does: 'Lets time pass before the next step.', icon: Clock, color: 'orange' },
  condition: {
    label: 'Condition',
    does: 'Lets only some records go on; the others end as skipped.',
    icon: Filter,
    color: 'teal',
  },
}
