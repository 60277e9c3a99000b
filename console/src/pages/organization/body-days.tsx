import { Select } from '@mantine/core'
import { useChangeOrganization } from '../../api/account/organization.ts'
import type { SignedIn } from '../../api/schema.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'
import { t } from '../../languages/text.ts'

const asLongAsTheLog = 'log'

/** A field for the days after which the bodies of messages are deleted. */
export function BodyDays({
  organization: { bodyDays },
  mayChange,
}: {
  organization: Pick<SignedIn['organization'], 'bodyDays'>
  mayChange: boolean
}) {
  const change = useChangeOrganization()
  const days = [...new Set([7, 30, 90, 365, bodyDays ?? 30])].toSorted((a, b) => a - b)
  return (
    <>
      <Select
        label={t('Delete message bodies after')}
        description={t('A shorter time deletes older bodies within an hour.')}
        data={[
          ...days.map((count) => ({ value: String(count), label: t('{count} days', { count }) })),
          { value: asLongAsTheLog, label: t('Keep as long as the message') },
        ]}
        value={bodyDays === null ? asLongAsTheLog : String(bodyDays)}
        allowDeselect={false}
        disabled={!mayChange || change.isPending}
        maw={280}
        onChange={(value) =>
          change.mutate(
            { bodyDays: value === null || value === asLongAsTheLog ? null : Number(value) },
            { onSuccess: () => showDone(t('The time was changed')) },
          )
        }
      />
      {change.isError && <ProblemAlert error={change.error} />}
    </>
  )
}
