import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../../api/account/organization.ts'
import { useIsOwner } from '../../api/account/session.ts'
import { useKeepBodies } from '../../api/sender/messages.ts'
import { showDone } from '../../components/show-done.ts'

/** Whether the log keeps what messages said: for owners to decide. */
export function KeepBodies() {
  const organization = useQuery(organizationQuery).data
  const isOwner = useIsOwner()
  const keep = useKeepBodies()
  if (organization === undefined) return null
  return (
    <Switch
      label="Keep what messages say"
      description="Sealed, as long as their entries. From the next messages on."
      checked={organization.keepsBodies}
      disabled={!isOwner || keep.isPending}
      onChange={(event) => {
        const keeps = event.currentTarget.checked
        keep.mutate(keeps, {
          onSuccess: () => showDone(keeps ? 'Bodies are kept from now on' : 'Bodies are kept no more'),
        })
      }}
      mb="md"
    />
  )
}
