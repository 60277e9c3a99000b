import { Switch } from '@mantine/core'
import { useChangeOrganization } from '../../api/account/organization.ts'
import type { SignedIn } from '../../api/schema.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'

type Setting =
  | 'auditsValues'
  | 'keepsBodies'
  | 'keepReplies'
  | 'allowsSeveralSessions'
  | 'requiresSecondFactor'
  | 'unsubscribesByReply'

/** A switch for a setting of the organization, which is stored at once. */
export function OrganizationSwitch({
  organization,
  setting,
  label,
  description,
  mayChange,
  on,
  off,
}: {
  organization: Pick<SignedIn['organization'], Setting>
  setting: Setting
  label: string
  description: string
  /** Whether the role of the user allows a change. */
  mayChange: boolean
  /** The message after the setting was turned on. */
  on: string
  /** The message after the setting was turned off. */
  off: string
}) {
  const change = useChangeOrganization()
  return (
    <>
      <Switch
        label={label}
        description={description}
        checked={organization[setting]}
        disabled={!mayChange || change.isPending}
        onChange={({ currentTarget: { checked } }) =>
          change.mutate({ [setting]: checked }, { onSuccess: () => showDone(checked ? on : off) })
        }
      />
      {change.isError && <ProblemAlert error={change.error} />}
    </>
  )
}
