import { Switch } from '@mantine/core'
import { useChangeOrganization } from '../../api/account/organization.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'

/** A setting for admins and owners: whether the message log keeps the contents of messages. */
export function KeepBodies({ keepsBodies, isAdmin }: { keepsBodies: boolean; isAdmin: boolean }) {
  const change = useChangeOrganization()
  return (
    <>
      <Switch
        label="Keep message bodies"
        description="From the next message on, bodies are kept encrypted, as long as the log keeps the messages. If off, the log keeps only addresses, subjects and results."
        checked={keepsBodies}
        disabled={!isAdmin || change.isPending}
        onChange={(event) => {
          const keeps = event.currentTarget.checked
          change.mutate(
            { keepsBodies: keeps },
            {
              onSuccess: () =>
                showDone(keeps ? 'Message bodies are kept from now on' : 'New message bodies are not kept'),
            },
          )
        }}
      />
      {change.isError && <ProblemAlert error={change.error} />}
    </>
  )
}
