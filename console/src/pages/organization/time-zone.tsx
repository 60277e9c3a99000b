import { useChangeOrganization } from '../../api/account/organization.ts'
import type { Organization } from '../../api/schema.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'
import { TimeZoneSelect } from '../../components/time/time-zone-select.tsx'
import { t } from '../../languages/text.ts'

/** A field for the organization's time zone, which spinners use for people whose own time zone is unknown. */
export function TimeZone({ organization, isAdmin }: { organization: Organization; isAdmin: boolean }) {
  const change = useChangeOrganization()
  return (
    <>
      <TimeZoneSelect
        label={t('Time zone')}
        description={t(
          'Spinners use the time zone of each person. If neither a column nor a phone number shows it, they use this time zone of the organization.',
        )}
        value={change.isPending ? (change.variables.timeZone ?? '') : organization.timeZone}
        disabled={!isAdmin || change.isPending}
        onChange={(timeZone) =>
          change.mutate(
            { timeZone },
            {
              onSuccess: () =>
                showDone(t('The time zone of the organization is now {timeZone}', { timeZone })),
            },
          )
        }
      />
      {change.isError && <ProblemAlert error={change.error} />}
    </>
  )
}
