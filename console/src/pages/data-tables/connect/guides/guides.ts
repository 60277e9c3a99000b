import { t } from '../../../../languages/text.ts'
import { automations } from './automations.ts'
import { crms } from './crms.ts'
import { forms } from './forms.ts'
import { programs } from './programs.ts'

/** All setup guides for sources of records, grouped by the kind of source. */
export const guides = [
  { kind: 'CRMs', guides: crms },
  { kind: t('Automation'), guides: automations },
  { kind: t('Forms and ads'), guides: forms },
  { kind: t('Your own'), guides: programs },
] as const
