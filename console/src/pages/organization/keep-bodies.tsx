import { Switch } from '@mantine/core'
import { useChangeOrganization } from '../../api/account/organization.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'

/** Lets admins decide whether the log keeps the contents of messages. */
export function KeepBodies({ keepsBodies, isAdmin }: { keepsBodies: boolean; isAdmin: boolean }) {
  const change = useChangeOrganization()
  return (
    <>
      <Switch
        label="Keep what messages say"
        description="Bodies are kept from the next messages on, sealed, as long as the log keeps the messages. Without them it keeps addresses, subjects and what became of each."
        checked={keepsBodies}
        disabled={!isAdmin || change.isPending}
        onChange={(event) => {
          const keeps = event.currentTarget.checked
          change.mutate(
            { keepsBodies: keeps },
            { onSuccess: () => showDone(keeps ? 'Bodies are kept from now on' : 'Bodies are kept no more') },
          )
        }}
      />
      {change.isError && <ProblemAlert error={change.error} />}
    </>
  )
}
