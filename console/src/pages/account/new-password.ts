import { minPasswordLength } from '../../api/limits.ts'
import { t } from '../../languages/text.ts'

const tooShort = t('The password needs at least {minPasswordLength} characters.', { minPasswordLength })

export const newPasswordHint = t(
  'Use at least {minPasswordLength} characters, but no common password, and not your name or e-mail address.',
  { minPasswordLength },
)

export function newPasswordFault(password: string): string | null {
  return password.length < minPasswordLength ? tooShort : null
}
