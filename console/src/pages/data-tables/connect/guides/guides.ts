import { automations } from './automations.ts'
import { crms } from './crms.ts'
import { forms } from './forms.ts'
import { programs } from './programs.ts'

/** All setup guides for sources of records, grouped by the kind of source. */
export const guides = [
  { kind: 'CRMs', guides: crms },
  { kind: 'Automation', guides: automations },
  { kind: 'Forms and ads', guides: forms },
  { kind: 'Your own', guides: programs },
] as const
