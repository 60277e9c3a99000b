import { Select } from '@mantine/core'
import { useChangeOrganization } from '../../api/account/organization.ts'
import type { Organization } from '../../api/schema.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'
import { isLanguage, type Language, languages } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'

/** A field for the language in which the organization writes to people. */
export function OrganizationLanguage({
  organization: { language },
  isAdmin,
}: {
  organization: Pick<Organization, 'language'>
  isAdmin: boolean
}) {
  const change = useChangeOrganization()
  return (
    <>
      <Select
        label={t('Language of e-mails')}
        description={t(
          'The language of your recipients: of the standard unsubscribe line, of words that the editor proposes, and of the unsubscribe page if a browser asks for none of these languages. Each member chooses the language of the console in the profile.',
        )}
        allowDeselect={false}
        disabled={!isAdmin || change.isPending}
        data={(Object.keys(languages) as Language[]).map((code) => ({ value: code, label: languages[code] }))}
        value={change.isPending ? (change.variables.language ?? language) : language}
        onChange={(chosen) => {
          if (chosen === null || !isLanguage(chosen)) return
          change.mutate(
            { language: chosen },
            {
              onSuccess: () =>
                showDone(t('The language of e-mails is now {language}', { language: languages[chosen] })),
            },
          )
        }}
      />
      {change.isError && <ProblemAlert error={change.error} />}
    </>
  )
}
