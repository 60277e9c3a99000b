import { Switch } from '@mantine/core'
import { useChangeOrganization } from '../../api/account/organization.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'

/** A setting for admins and owners: whether the audit log keeps the values of edited cells. */
export function AuditsValues({ auditsValues, isAdmin }: { auditsValues: boolean; isAdmin: boolean }) {
  const change = useChangeOrganization()
  return (
    <>
      <Switch
        label="Keep values of edited cells in the audit log"
        description="From the next edit on, entries show the values before and after. If off, they show only the names of the columns. Erasing a person removes the values of their records."
        checked={auditsValues}
        disabled={!isAdmin || change.isPending}
        onChange={(event) => {
          const keeps = event.currentTarget.checked
          change.mutate(
            { auditsValues: keeps },
            {
              onSuccess: () =>
                showDone(
                  keeps
                    ? 'Values of edited cells are kept from now on'
                    : 'Values of later edits are not kept',
                ),
            },
          )
        }}
      />
      {change.isError && <ProblemAlert error={change.error} />}
    </>
  )
}
