import { automations } from './automations.ts'
import { crms } from './crms.ts'
import { forms } from './forms.ts'
import { programs } from './programs.ts'

/** All setup guides, grouped by the kind of sender. */
export const guides = [
  { kind: 'CRMs', guides: crms },
  { kind: 'Automation', guides: automations },
  { kind: 'Forms and ads', guides: forms },
  { kind: 'Your own', guides: programs },
] as const
