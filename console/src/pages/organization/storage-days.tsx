import { Select } from '@mantine/core'
import { useChangeOrganization } from '../../api/account/organization.ts'
import type { SignedIn } from '../../api/schema.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'
import { t } from '../../languages/text.ts'

type Setting = 'bodyDays' | 'keepRepliesDays'

/** The value of the choice without a number of days. */
const noLimit = 'unlimited'

/** A field for the days after which message bodies, or replies, are deleted. */
export function StorageDays({
  organization,
  setting,
  label,
  description,
  unlimited,
  mayChange,
}: {
  organization: Pick<SignedIn['organization'], Setting>
  setting: Setting
  label: string
  description: string
  /** The label of the choice without a number of days. */
  unlimited: string
  mayChange: boolean
}) {
  const change = useChangeOrganization()
  const current = organization[setting]
  const days = [...new Set([7, 30, 90, 365, current ?? 30])].toSorted((a, b) => a - b)
  return (
    <>
      <Select
        label={label}
        description={description}
        data={[
          ...days.map((count) => ({ value: String(count), label: t('{count} days', { count }) })),
          { value: noLimit, label: unlimited },
        ]}
        value={current === null ? noLimit : String(current)}
        allowDeselect={false}
        disabled={!mayChange || change.isPending}
        maw={280}
        onChange={(value) =>
          change.mutate(
            { [setting]: value === null || value === noLimit ? null : Number(value) },
            { onSuccess: () => showDone(t('The time was changed')) },
          )
        }
      />
      {change.isError && <ProblemAlert error={change.error} />}
    </>
  )
}
